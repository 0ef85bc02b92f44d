#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RING_SIZE 8u

static unsigned rx_write, rx_read;
static uint8_t rx_data[RING_SIZE];

bool ring_put(uint8_t byte)
{
    if (rx_write - rx_read == RING_SIZE)
        return false;
    rx_data[rx_write % RING_SIZE] = byte;
    rx_write++;
    return true;
}

int ring_get(void)
{
    if (rx_write == rx_read)
        return -1;
    return rx_data[rx_read++ % RING_SIZE];
}

size_t ring_used(void)
{
    return rx_write - rx_read;
}
