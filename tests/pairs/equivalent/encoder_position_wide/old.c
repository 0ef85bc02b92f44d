/* Position of a rotary encoder, modulo 2^16. */
#include <stdint.h>

static uint16_t position;

void encoder_move(int steps)
{
    position = (uint16_t)(position + steps);
}

uint16_t encoder_position(void)
{
    return position;
}

void encoder_zero(void)
{
    position = 0;
}
