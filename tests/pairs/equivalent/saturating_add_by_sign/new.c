/* Adds two set points and stays within the range of int. */
#include <limits.h>

int saturating_add(int a, int b)
{
    if (b >= 0) {
        if (a > INT_MAX - b)
            return INT_MAX;
    } else {
        if (a < INT_MIN - b)
            return INT_MIN;
    }
    return a + b;
}
