/* error: overflow
 * stdin: 9999999999 */
#include <stdio.h>

int main(void)
{
    int value = 0, c, n = 0;
    while ((c = getchar()) >= '0' && c <= '9' && n++ < 10)
        value = value * 10 + (c - '0');
    printf("%d\n", value);
    return 0;
}
