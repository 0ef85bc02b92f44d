/* Interrupt controller with eight lines. */
#include <stdint.h>

static uint16_t regs;               /* enabled << 8 | pending */

void irq_raise(unsigned line)
{
    if (line > 7)
        return;
    regs |= (uint16_t)(1u << line);
}

void irq_enable(uint8_t mask)
{
    regs = (uint16_t)(mask << 8 | (regs & 0xff));
}

int irq_next(void)
{
    unsigned active = regs & regs >> 8 & 0xffu;
    int line = 0;

    if (!active)
        return -1;
    while (!(active & 1u)) {
        active >>= 1;
        line++;
    }
    regs &= (uint16_t)~(1u << line);
    return line;
}
