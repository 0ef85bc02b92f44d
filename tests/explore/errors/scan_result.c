/* error: uninitialised
 * stdin: x */
#include <stdio.h>

int main(void)
{
    int c = getchar(), digit;
    if (c >= '0' && c <= '9')
        digit = c - '0';
    if (digit > 5)
        puts("large");
    return 0;
}
