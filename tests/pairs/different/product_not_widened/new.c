/* Energy in joules. */
#include <stdint.h>

uint64_t energy(uint32_t power, uint32_t seconds)
{
    return (uint64_t)(power * seconds);
}
