#include <stdint.h>

static uint16_t lfsr = 0xACE1u;

static unsigned lfsr_bit(void)
{
    unsigned lsb = lfsr & 1u;

    lfsr >>= 1;
    if (lsb)
        lfsr ^= 0xB400u;
    return lsb;
}

uint8_t noise_byte(void)
{
    unsigned value = 0;

    for (int i = 0; i < 8; i++)
        value = value << 1 | lfsr_bit();
    return (uint8_t)value;
}

int noise_dither(int sample)
{
    unsigned bit = lfsr_bit();

    if (sample >= 32767 || sample <= -32768)
        return sample;
    return bit ? sample + 1 : sample - 1;
}
