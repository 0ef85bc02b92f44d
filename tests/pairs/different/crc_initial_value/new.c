/* CRC-16 of a short message. */
#include <stdint.h>

uint16_t crc16(const uint8_t data[4])
{
    uint16_t crc = 0;
    int i, bit;

    for (i = 0; i < 4; i++) {
        crc ^= (uint16_t)(data[i] << 8);
        for (bit = 0; bit < 8; bit++)
            crc = (uint16_t)((crc & 0x8000) ? (crc << 1) ^ 0x1021 : crc << 1);
    }
    return crc;
}
