/* Prints a number that must not be negative. */
#include <assert.h>
#include <stdio.h>

int checked_root(int n)
{
    printf("n = %d\n", n);
    assert(n >= 0);
    return n / 2;
}
