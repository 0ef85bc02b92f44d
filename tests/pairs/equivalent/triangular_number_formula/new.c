/* How many pairs can be formed out of n stations. */
#include <stdint.h>

uint32_t pairs(uint16_t n)
{
    uint32_t stations = n;

    if (stations == 0)
        return 0;
    return stations * (stations - 1) / 2;
}
