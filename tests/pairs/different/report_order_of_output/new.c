/* Prints two measurements. */
#include <stdio.h>

void print_pair(int a, int b)
{
    if (a > b) {
        printf("b=%d\n", b);
        printf("a=%d\n", a);
    } else {
        printf("a=%d\nb=%d\n", a, b);
    }
}
