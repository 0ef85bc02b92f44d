#include <stddef.h>
#include <stdint.h>

uint16_t inet_sum(const uint8_t *data, uint16_t len)
{
    uint32_t sum = 0;
    uint16_t left = len;

    if (data == NULL)
        return 0;
    while (left >= 2) {
        sum += ((uint32_t)data[0] << 8) + data[1];
        data += 2;
        left -= 2;
    }
    if (left)
        sum += (uint32_t)*data << 8;
    sum = (sum & 0xFFFFu) + (sum >> 16);
    sum = (sum & 0xFFFFu) + (sum >> 16);
    return (uint16_t)~sum;
}
