/* error: character-argument
 * not natively: glibc's tables cover -128 to 255, so that no sanitizer sees it
 * stdin: \xe4 */
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    char line[4] = "";
    int n = 0;
    if (!fgets(line, sizeof line, stdin))
        return 0;
    for (int i = 0; line[i]; i++)
        if (ispunct(line[i]))
            n++;
    return n;
}
