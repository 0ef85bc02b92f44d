/* Adds two set points and stays within the range of int. */
#include <limits.h>

int saturating_add(int a, int b)
{
    long long sum = (long long)a + b;

    if (sum > INT_MAX)
        return INT_MAX;
    if (sum < INT_MIN)
        return INT_MIN;
    return (int)sum;
}
