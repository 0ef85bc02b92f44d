/* stdin: \xe4,
 * stdin: a.b
 * stdin: */
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    char line[4] = "";
    int n = 0;
    if (!fgets(line, sizeof line, stdin))
        return 0;
    for (int i = 0; line[i]; i++)
        if (ispunct((unsigned char)line[i]))
            n++;
    return n;
}
