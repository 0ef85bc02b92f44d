/* Check value of a radio frame: sum and sum of sums, modulo 256. */
#include <stdint.h>

uint16_t frame_checksum(const uint8_t *data, uint32_t length)
{
    uint8_t low = 0;
    uint8_t high = 0;
    uint32_t i;

    for (i = 0; i < length; i++) {
        low = (uint8_t)(low + data[i]);
        high = (uint8_t)(high + low);
    }
    return (uint16_t)(high << 8 | low);
}
