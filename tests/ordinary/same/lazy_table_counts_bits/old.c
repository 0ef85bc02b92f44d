#include <stdint.h>

static unsigned char bits_in[16];
static int filled;

static void fill(void)
{
    if (filled)
        return;
    for (int i = 1; i < 16; i++)
        bits_in[i] = (unsigned char)(bits_in[i / 2] + i % 2);
    filled = 1;
}

unsigned popcount32(uint32_t v)
{
    unsigned n = 0;

    fill();
    for (; v; v >>= 4)
        n += bits_in[v & 15];
    return n;
}

unsigned hamming(uint32_t a, uint32_t b)
{
    return popcount32(a ^ b);
}
