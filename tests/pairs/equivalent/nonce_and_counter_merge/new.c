/* Numbers of encrypted frames: epoch and count. */
#include <stdint.h>

static uint32_t number;

uint32_t frame_number(void)
{
    return number++;
}

void frame_new_epoch(void)
{
    number = (number | 0xffffu) + 1u;
}
