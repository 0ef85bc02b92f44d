#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RING_SIZE 8u

static uint8_t buf[RING_SIZE];
static unsigned head, tail;

bool ring_put(uint8_t byte)
{
    if (head - tail == RING_SIZE)
        return false;
    buf[head % RING_SIZE] = byte;
    head++;
    return true;
}

int ring_get(void)
{
    if (head == tail)
        return -1;
    return buf[tail++ % RING_SIZE];
}

size_t ring_used(void)
{
    return head - tail;
}
