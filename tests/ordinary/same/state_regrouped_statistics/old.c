#include <stdint.h>

static uint64_t total;
static uint32_t samples;
static uint32_t lowest = UINT32_MAX;
static uint32_t highest;

void stats_add(uint32_t value)
{
    total += value;
    samples++;
    if (value < lowest)
        lowest = value;
    if (value > highest)
        highest = value;
}

uint32_t stats_mean(void)
{
    return samples ? (uint32_t)(total / samples) : 0;
}

uint32_t stats_spread(void)
{
    return lowest > highest ? 0 : highest - lowest;
}

void stats_clear(void)
{
    total = 0;
    samples = 0;
    lowest = UINT32_MAX;
    highest = 0;
}
