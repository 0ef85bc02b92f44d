/* Noise after a number of steps of a congruential generator with an output scramble. */
#include <stdint.h>

uint32_t noise(uint32_t seed, uint32_t steps)
{
    uint32_t state = seed;
    uint32_t i;

    for (i = 0; i < steps; i++) {
        state = state * 1664525u + 1013904223u;
        state = state ^ (state >> 16);
    }
    return state;
}
