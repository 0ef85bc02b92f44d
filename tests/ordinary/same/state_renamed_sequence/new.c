#include <stdint.h>

static uint32_t sequence_number = 100;
static uint32_t overflow_count;

uint32_t seq_next(uint32_t step)
{
    uint32_t before = sequence_number;

    sequence_number += step;
    if (sequence_number < before)
        overflow_count++;
    return sequence_number;
}

uint32_t seq_wraps(void)
{
    return overflow_count;
}

void seq_reset(void)
{
    sequence_number = 100;
    overflow_count = 0;
}
