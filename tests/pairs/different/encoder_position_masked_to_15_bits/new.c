/* Position of a rotary encoder, modulo 2^16. */
#include <stdint.h>

static uint32_t position;

void encoder_move(int steps)
{
    position += (uint32_t)steps;
}

uint16_t encoder_position(void)
{
    return (uint16_t)(position & 0x7fffu);
}

void encoder_zero(void)
{
    position = 0;
}
