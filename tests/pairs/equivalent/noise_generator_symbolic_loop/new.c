/* Noise after a number of steps of a congruential generator with an output scramble. */
#include <stdint.h>

static uint32_t step(uint32_t state)
{
    uint32_t next = 1013904223u + 1664525u * state;
    return (next >> 16) ^ next;
}

uint32_t noise(uint32_t seed, uint32_t steps)
{
    while (steps > 0) {
        seed = step(seed);
        steps--;
    }
    return seed;
}
