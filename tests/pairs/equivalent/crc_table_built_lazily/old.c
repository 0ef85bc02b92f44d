/* CRC-16 of a stream of bytes, polynomial 0x1021. */
#include <stdint.h>

static uint16_t crc = 0xffff;

void crc_restart(void)
{
    crc = 0xffff;
}

uint16_t crc_byte(uint8_t b)
{
    crc ^= (uint16_t)(b << 8);
    for (int i = 0; i < 8; i++)
        crc = crc & 0x8000 ? (uint16_t)(crc << 1 ^ 0x1021) : (uint16_t)(crc << 1);
    return crc;
}
