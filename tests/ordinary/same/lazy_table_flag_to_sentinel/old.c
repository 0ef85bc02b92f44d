#include <stddef.h>
#include <stdint.h>

static uint32_t crc_table[256];
static int ready;

static void build(void)
{
    for (uint32_t n = 0; n < 256; n++) {
        uint32_t c = n;
        for (int k = 0; k < 8; k++)
            c = c & 1u ? 0xEDB88320u ^ c >> 1 : c >> 1;
        crc_table[n] = c;
    }
    ready = 1;
}

uint32_t crc_update(uint32_t crc, const uint8_t *data, size_t len)
{
    if (!ready)
        build();
    if (!data)
        return 0;
    crc = ~crc;
    for (size_t i = 0; i < len; i++)
        crc = crc_table[(crc ^ data[i]) & 0xFFu] ^ crc >> 8;
    return ~crc;
}
