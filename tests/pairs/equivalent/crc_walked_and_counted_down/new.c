#include <stddef.h>
#include <stdint.h>

uint16_t crc(const uint8_t *data, size_t length) {
    uint16_t crc = 0xFFFF;
    while (length--) {
        crc ^= (uint16_t)(*data++) << 8;
        for (int bit = 8; bit > 0; bit--) {
            if (crc & 0x8000)
                crc = (uint16_t)((crc << 1) ^ 0x1021);
            else
                crc = (uint16_t)(crc << 1);
        }
    }
    return crc;
}
