/* Energy in joules. */
#include <stdint.h>

uint64_t energy(uint32_t power, uint32_t seconds)
{
    uint64_t total = power;

    total = total * seconds;
    return total;
}
