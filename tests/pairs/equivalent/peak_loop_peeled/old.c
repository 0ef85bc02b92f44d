/* Largest magnitude in the ring, read count places on from the start. */
#include <stdint.h>

uint16_t window[8];

uint16_t peak(uint32_t count)
{
    uint16_t best = 0;
    uint32_t i;

    for (i = 0; i < count; i++)
        if (window[i % 8] > best)
            best = window[i % 8];
    return best;
}
