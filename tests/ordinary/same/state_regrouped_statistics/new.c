#include <stdint.h>

struct stats {
    uint32_t lowest, highest;
    uint32_t samples;
    uint64_t total;
};

static struct stats current = { .lowest = UINT32_MAX };

void stats_clear(void)
{
    current = (struct stats){ .lowest = UINT32_MAX };
}

void stats_add(uint32_t value)
{
    struct stats *s = &current;

    s->total += value;
    s->samples++;
    if (value < s->lowest)
        s->lowest = value;
    if (value > s->highest)
        s->highest = value;
}

uint32_t stats_mean(void)
{
    if (current.samples == 0)
        return 0;
    return (uint32_t)(current.total / current.samples);
}

uint32_t stats_spread(void)
{
    return current.lowest > current.highest ? 0 : current.highest - current.lowest;
}
