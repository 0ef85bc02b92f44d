/* State of a generator after some rounds. */
#include <stdint.h>

uint32_t shuffle(uint32_t seed, uint32_t rounds)
{
    while (rounds > 0) {
        seed = seed * 69069u + 5u;
        rounds--;
    }
    return seed;
}
