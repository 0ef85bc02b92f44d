/* Rounded down middle of two time stamps. */
#include <stdint.h>

uint32_t midpoint(uint32_t a, uint32_t b)
{
    uint32_t shared = a & b;
    uint32_t single = a ^ b;

    return shared + (single >> 1);
}
