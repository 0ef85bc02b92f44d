/* Largest magnitude in the ring, read count places on from the start. */
#include <stdint.h>

uint16_t window[8];

uint16_t peak(uint32_t count)
{
    uint16_t best;
    uint32_t i;

    if (count == 0)
        return 0;
    best = window[0];
    for (i = 1; i < count; i++) {
        uint16_t next = window[i & 7u];
        best = best < next ? next : best;
    }
    return best;
}
