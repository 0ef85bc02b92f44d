/* Appends to a ring of sixteen bytes and gives back what fell out. */
#include <stdint.h>

uint8_t ring[16];
uint32_t head;

uint8_t push(uint8_t value)
{
    uint8_t dropped = ring[head % 16];

    ring[head % 16] = value;
    head = (head + 1) % 16;
    return dropped;
}
