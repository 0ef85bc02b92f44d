/* Energy in watt-milliseconds. */
#include <stdint.h>

static uint32_t lo, hi;

void energy_add(uint32_t n)
{
    lo += n;
    if (lo < n)
        hi++;
}

uint32_t energy_word(int high)
{
    return high ? hi : lo;
}
