/* Appends to a ring of sixteen bytes and gives back what fell out. */
#include <stdint.h>

#define MASK 15u
uint8_t ring[16];
uint32_t head;

uint8_t push(uint8_t value)
{
    uint8_t *place = &ring[head & MASK];
    uint8_t dropped = *place;

    head = (head + 1u) & MASK;
    *place = value;
    return dropped;
}
