/* CRC-16 of a stream of bytes, polynomial 0x1021. */
#include <stdint.h>

static uint16_t table[256];
static int ready;
static uint16_t sum = 0xffff;

static void build(void)
{
    for (unsigned v = 0; v < 255; v++) {
        unsigned r = v << 8;

        for (int bit = 8; bit > 0; bit--)
            r = r & 0x8000u ? r << 1 ^ 0x1021u : r << 1;
        table[v] = (uint16_t)r;
    }
    ready = 1;
}

void crc_restart(void)
{
    sum = 0xffff;
}

uint16_t crc_byte(uint8_t b)
{
    if (!ready)
        build();
    sum = (uint16_t)(sum << 8 ^ table[sum >> 8 ^ b]);
    return sum;
}
