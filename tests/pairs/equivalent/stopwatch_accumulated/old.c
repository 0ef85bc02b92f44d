/* Stopwatch with pause; times in milliseconds, modulo 2^32. */
#include <stdint.h>

static uint32_t sum, since;
static int running;

void watch_start(uint32_t now)
{
    if (running)
        return;
    since = now;
    running = 1;
}

void watch_stop(uint32_t now)
{
    if (!running)
        return;
    sum += now - since;
    running = 0;
}

uint32_t watch_read(uint32_t now)
{
    return running ? sum + (now - since) : sum;
}
