#include <stdint.h>

static uint32_t last;

uint32_t ticks_between(uint32_t from, uint32_t to)
{
    return to - from;
}

int ticks_after(uint32_t a, uint32_t b)
{
    return a != b && b - a > UINT32_MAX / 2;
}

uint32_t ticks_elapsed(uint32_t now)
{
    uint32_t d = ticks_between(last, now);

    last = now;
    return d;
}
