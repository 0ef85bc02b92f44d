/* Numbers of encrypted frames: epoch and count. */
#include <stdint.h>

static uint16_t epoch, count;

uint32_t frame_number(void)
{
    uint32_t n = (uint32_t)epoch << 16 | count;

    if (++count == 0)
        epoch++;
    return n;
}

void frame_new_epoch(void)
{
    epoch++;
    count = 0;
}
