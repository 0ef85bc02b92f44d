#include <stdint.h>

typedef uint32_t ticks_t;
typedef ticks_t duration_t;

#define TICKS_HALF (UINT32_MAX / 2)

static ticks_t last_seen;

duration_t ticks_between(ticks_t from, ticks_t to)
{
    return to - from;
}

int ticks_after(ticks_t a, ticks_t b)
{
    return a != b && b - a > TICKS_HALF;
}

duration_t ticks_elapsed(ticks_t now)
{
    duration_t d = ticks_between(last_seen, now);

    last_seen = now;
    return d;
}
