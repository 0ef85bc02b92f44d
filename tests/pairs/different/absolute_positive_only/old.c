/* Largest deviation from zero. */
#include <stdlib.h>

static int peak;

int peak_hold(int v)
{
    int a = abs(v);

    if (a > peak)
        peak = a;
    return peak;
}

void peak_decay(void)
{
    peak -= peak / 8;
}
