/* Magnitude of a position error. */
#include <limits.h>

int magnitude(int value)
{
    if (value == INT_MIN)
        return INT_MAX;
    if (value < 0)
        return -value;
    return value;
}
