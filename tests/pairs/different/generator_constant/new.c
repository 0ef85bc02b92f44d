/* State of a generator after some rounds. */
#include <stdint.h>

uint32_t shuffle(uint32_t seed, uint32_t rounds)
{
    uint32_t i;

    for (i = 0; i < rounds; i++)
        seed = 5u + seed * 69071u;
    return seed;
}
