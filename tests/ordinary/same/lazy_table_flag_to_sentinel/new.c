#include <stddef.h>
#include <stdint.h>

static uint32_t table[256];

static uint32_t entry(uint32_t c)
{
    for (int k = 0; k < 8; k++)
        c = (c >> 1) ^ (0xEDB88320u & (0u - (c & 1u)));
    return c;
}

static const uint32_t *lookup(void)
{
    if (table[1] == 0)
        for (uint32_t n = 0; n < 256; n++)
            table[n] = entry(n);
    return table;
}

uint32_t crc_update(uint32_t crc, const uint8_t *data, size_t len)
{
    const uint32_t *t;

    if (!data)
        return 0;
    t = lookup();
    crc ^= 0xFFFFFFFFu;
    while (len-- > 0)
        crc = t[(crc ^ *data++) & 0xFFu] ^ crc >> 8;
    return crc ^ 0xFFFFFFFFu;
}
