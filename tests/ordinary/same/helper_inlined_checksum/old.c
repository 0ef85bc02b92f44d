#include <stddef.h>
#include <stdint.h>

static uint32_t fold(uint32_t sum)
{
    return (sum & 0xFFFFu) + (sum >> 16);
}

static uint32_t word_at(const uint8_t *p)
{
    return (uint32_t)p[0] << 8 | p[1];
}

uint16_t inet_sum(const uint8_t *data, uint16_t len)
{
    uint32_t sum = 0;
    uint16_t i;

    if (!data)
        return 0;
    for (i = 0; len - i >= 2; i += 2)
        sum += word_at(data + i);
    if (i < len)
        sum += (uint32_t)data[i] << 8;
    sum = fold(fold(sum));
    return (uint16_t)~sum;
}
