/* Shifts a byte out bit by bit, most significant first. */
#include <stdint.h>

static uint8_t shift;
static int bits;
static int busy;

int spi_start(uint8_t b)
{
    if (busy)
        return 0;
    shift = b;
    bits = 8;
    busy = 1;
    return 1;
}

int spi_clock(void)
{
    int out;

    if (!busy)
        return -1;
    out = shift >> 7 & 1;
    shift = (uint8_t)(shift << 1);
    if (--bits == 0)
        busy = 0;
    return out;
}
