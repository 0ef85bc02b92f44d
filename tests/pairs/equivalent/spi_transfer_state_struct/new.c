/* Shifts a byte out bit by bit, most significant first. */
#include <stdint.h>

static struct {
    unsigned data;
    unsigned left;
} spi;

int spi_start(uint8_t b)
{
    if (spi.left != 0)
        return 0;
    spi.data = b;
    spi.left = 8;
    return 1;
}

int spi_clock(void)
{
    if (spi.left == 0)
        return -1;
    spi.left--;
    return (int)(spi.data >> spi.left & 1u);
}
