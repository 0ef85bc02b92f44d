#include "api.h"

static struct { int highest; } stats;

static int scaled(int raw)
{
    int five = raw * 5;

    return five >> 1;
}

int scale_reading(int raw)
{
    return scaled(raw);
}

int reading(int raw)
{
    int v = scaled(raw);

    stats.highest = stats.highest < v ? v : stats.highest;
    return v;
}

int reading_peak(void)
{
    return stats.highest;
}
