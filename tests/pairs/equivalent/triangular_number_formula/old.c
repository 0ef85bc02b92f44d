/* How many pairs can be formed out of n stations. */
#include <stdint.h>

uint32_t pairs(uint16_t n)
{
    uint32_t total = 0;
    uint32_t i;

    for (i = 0; i < n; i++)
        total += i;
    return total;
}
