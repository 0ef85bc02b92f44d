/* Stopwatch with pause; times in milliseconds, modulo 2^32. */
#include <stdbool.h>
#include <stdint.h>

static uint32_t mark;                /* running: virtual start; stopped: elapsed time */
static bool runs;

void watch_start(uint32_t now)
{
    if (!runs) {
        mark = now;
        runs = true;
    }
}

void watch_stop(uint32_t now)
{
    if (runs) {
        mark = now - mark;
        runs = false;
    }
}

uint32_t watch_read(uint32_t now)
{
    if (runs)
        return now - mark;
    return mark;
}
