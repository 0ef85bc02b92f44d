#include <stdint.h>

static const unsigned char bits_in[16] = {
    0, 1, 1, 2, 1, 2, 2, 3,
    1, 2, 2, 3, 2, 3, 3, 4,
};

unsigned popcount32(uint32_t v)
{
    unsigned n = 0;

    for (int shift = 0; shift < 32; shift += 4)
        n += bits_in[v >> shift & 15];
    return n;
}

unsigned hamming(uint32_t a, uint32_t b)
{
    return popcount32(a ^ b);
}
