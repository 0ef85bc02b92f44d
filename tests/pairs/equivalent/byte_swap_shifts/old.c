/* Reads a 32-bit field that is stored with either end first. */
#include <stdint.h>

uint32_t read_header(const uint8_t bytes[4], int big)
{
    uint32_t value;

    if (big)
        value = ((uint32_t)bytes[0] << 24) | ((uint32_t)bytes[1] << 16) | ((uint32_t)bytes[2] << 8) | bytes[3];
    else
        value = ((uint32_t)bytes[3] << 24) | ((uint32_t)bytes[2] << 16) | ((uint32_t)bytes[1] << 8) | bytes[0];
    return value;
}
