/* Prints two measurements. */
#include <stdio.h>

void print_pair(int a, int b)
{
    printf("a=%d\n", a);
    printf("b=%d\n", b);
}
