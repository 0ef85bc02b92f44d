/* Energy in watt-milliseconds. */
#include <stdint.h>

static uint64_t energy;

void energy_add(uint32_t n)
{
    energy += n;
}

uint32_t energy_word(int high)
{
    return (uint32_t)(high ? energy >> 32 : energy);
}
