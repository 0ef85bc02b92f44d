/* Jitter for retransmissions. */
#include <stdint.h>

static uint32_t x = 2463534242u;

void jitter_seed(uint32_t s)
{
    x = s ? s : 1;
}

uint32_t jitter(uint32_t range)
{
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return range ? x % range : 0;
}
