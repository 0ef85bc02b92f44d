/* stdin: abc
 * stdin: abcdefgh
 * stdin: */
#include <stdio.h>

int main(void)
{
    char word[5];
    int n = 0, c;
    while ((c = getchar()) != EOF && c != ' ' && n < 4)
        word[n++] = (char)c;
    word[n] = '\0';
    printf("%s\n", word);
    return 0;
}
