/* stdin: 999999999
 * stdin: 12x
 * stdin: */
#include <stdio.h>

int main(void)
{
    int value = 0, c, n = 0;
    while ((c = getchar()) >= '0' && c <= '9' && n++ < 9)
        value = value * 10 + (c - '0');
    printf("%d\n", value);
    return 0;
}
