/* Square root of 16 bits, rounded down, one bit at a time. */
#include <stdint.h>

uint8_t root16(uint16_t value)
{
    uint32_t root = 0;
    int i;

    for (i = 7; i >= 0; i--) {
        uint32_t trial = root + (1u << i);
        if (trial * trial <= value)
            root = trial;
    }
    return (uint8_t)root;
}
