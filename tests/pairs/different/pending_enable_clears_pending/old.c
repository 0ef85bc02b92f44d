/* Interrupt controller with eight lines. */
#include <stdint.h>

static uint8_t pending, enabled;

void irq_raise(unsigned line)
{
    if (line < 8)
        pending |= (uint8_t)(1u << line);
}

void irq_enable(uint8_t mask)
{
    enabled = mask;
}

int irq_next(void)
{
    uint8_t active = pending & enabled;

    for (int i = 0; i < 8; i++)
        if (active >> i & 1) {
            pending &= (uint8_t)~(1u << i);
            return i;
        }
    return -1;
}
