/* Extremes since the last reset. */
#include <limits.h>

static int lo = INT_MAX, hi = INT_MIN;

void extremes_add(int v)
{
    lo = v < lo ? v : lo;
    hi = v > hi ? v : hi;
}

void extremes_reset(void)
{
    lo = INT_MAX;
}

int extremes_low(void)
{
    return lo <= hi ? lo : 0;
}

int extremes_high(void)
{
    return lo <= hi ? hi : 0;
}
