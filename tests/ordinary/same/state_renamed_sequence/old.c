#include <stdint.h>

static uint32_t cnt = 100;
static uint32_t wraps;

uint32_t seq_next(uint32_t step)
{
    uint32_t before = cnt;

    cnt += step;
    if (cnt < before)
        wraps++;
    return cnt;
}

uint32_t seq_wraps(void)
{
    return wraps;
}

void seq_reset(void)
{
    cnt = 100;
    wraps = 0;
}
