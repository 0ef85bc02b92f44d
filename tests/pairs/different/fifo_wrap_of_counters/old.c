/* Transmit buffer of a UART. */
#include <stdint.h>

static uint8_t buf[16];
static unsigned head, tail;
static int full;

int tx_put(uint8_t c)
{
    if (full)
        return 0;
    buf[head] = c;
    head = (head + 1) % 16;
    full = head == tail;
    return 1;
}

int tx_get(void)
{
    int c;

    if (head == tail && !full)
        return -1;
    c = buf[tail];
    tail = (tail + 1) % 16;
    full = 0;
    return c;
}

int tx_free(void)
{
    if (full)
        return 0;
    return 16 - (int)((head - tail) % 16);
}
