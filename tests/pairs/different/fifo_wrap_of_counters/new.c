/* Transmit buffer of a UART. */
#include <stdint.h>

static struct fifo {
    uint8_t w, r;
    uint8_t data[16];
} fifo;

int tx_put(uint8_t c)
{
    if ((uint8_t)(fifo.w - fifo.r) == 16)
        return 0;
    fifo.data[fifo.w++ % 16] = c;
    return 1;
}

int tx_get(void)
{
    if (fifo.w == fifo.r)
        return -1;
    return fifo.data[fifo.r++ % 16];
}

int tx_free(void)
{
    return fifo.w == fifo.r ? 15 : 16 - (uint8_t)(fifo.w - fifo.r);
}
