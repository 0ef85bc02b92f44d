/* Square root of 16 bits, rounded down, one bit at a time. */
#include <stdint.h>

uint8_t root16(uint16_t value)
{
    uint32_t rest = value;
    uint32_t root = 0;
    uint32_t bit;

    for (bit = 128; bit != 0; bit >>= 1) {
        uint32_t step = bit * (2 * root + bit);
        if (step <= rest) {
            rest -= step;
            root |= bit;
        }
    }
    return (uint8_t)root;
}
