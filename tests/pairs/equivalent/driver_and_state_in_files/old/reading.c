#include "api.h"

static int peak;

int reading(int raw)
{
    int v = scale_reading(raw);

    if (v > peak)
        peak = v;
    return v;
}

int reading_peak(void)
{
    return peak;
}
