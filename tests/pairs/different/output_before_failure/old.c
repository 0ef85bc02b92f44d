/* Prints a number that must not be negative. */
#include <assert.h>
#include <stdio.h>

int checked_root(int n)
{
    assert(n >= 0);
    printf("n = %d\n", n);
    return n / 2;
}
