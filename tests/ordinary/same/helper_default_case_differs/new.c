#include <stdint.h>

static uint32_t apply(unsigned op, uint32_t a, uint32_t b)
{
    switch (op) {
    case 0:
        return a + b;
    case 1:
        return a - b;
    case 2:
        return a & b;
    default:
        return a ^ b;
    }
}

static uint32_t acc = 1;

uint32_t alu_step(unsigned opcode, uint32_t operand)
{
    acc = apply(opcode & 3u, acc, operand);
    return acc;
}

uint32_t alu_peek(unsigned opcode, uint32_t operand)
{
    return apply(opcode >> 4 & 3u, acc, operand);
}
