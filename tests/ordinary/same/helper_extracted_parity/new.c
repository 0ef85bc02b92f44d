#include <stdint.h>

static uint32_t parity16(uint32_t v)
{
    v ^= v >> 8;
    v ^= v >> 4;
    v ^= v >> 2;
    v ^= v >> 1;
    return v & 1u;
}

static uint32_t build(uint16_t data)
{
    return (uint32_t)data << 2 | parity16(data & 0xAAAAu) << 1 | parity16(data & 0x5555u);
}

int frame_encode(uint16_t data, uint32_t *frame)
{
    if (!frame)
        return -1;
    *frame = build(data);
    return 0;
}

int frame_valid(uint32_t frame)
{
    return !(frame >> 18) && build((uint16_t)(frame >> 2)) == frame;
}
