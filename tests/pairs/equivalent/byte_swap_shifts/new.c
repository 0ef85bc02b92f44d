/* Reads a 32-bit field that is stored with either end first. */
#include <stdint.h>

static uint32_t swap(uint32_t v)
{
    v = (v << 16) | (v >> 16);
    return ((v & 0x00ff00ffu) << 8) | ((v >> 8) & 0x00ff00ffu);
}

uint32_t read_header(const uint8_t bytes[4], int big)
{
    uint32_t little = bytes[0] + 256u * bytes[1] + 65536u * bytes[2] + 16777216u * bytes[3];

    return big ? swap(little) : little;
}
