/* stdin: x
 * stdin: 7 */
#include <stdio.h>

int main(void)
{
    int c = getchar(), digit = 0;
    if (c >= '0' && c <= '9')
        digit = c - '0';
    if (digit > 5)
        puts("large");
    return 0;
}
