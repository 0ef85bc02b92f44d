#include <stdint.h>

int frame_encode(uint16_t data, uint32_t *frame)
{
    uint32_t odd = data & 0xAAAAu, even = data & 0x5555u;

    if (!frame)
        return -1;
    odd ^= odd >> 8;
    odd ^= odd >> 4;
    odd ^= odd >> 2;
    odd ^= odd >> 1;
    even ^= even >> 8;
    even ^= even >> 4;
    even ^= even >> 2;
    even ^= even >> 1;
    *frame = (uint32_t)data << 2 | (odd & 1u) << 1 | (even & 1u);
    return 0;
}

int frame_valid(uint32_t frame)
{
    uint32_t again;

    if (frame >> 18)
        return 0;
    frame_encode((uint16_t)(frame >> 2), &again);
    return again == frame;
}
