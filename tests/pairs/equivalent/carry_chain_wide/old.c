/* Adds two 64-bit counters that are kept in halves; returns the low half. */
#include <stdint.h>

uint32_t add_wide(uint32_t a_high, uint32_t a_low, uint32_t b_high, uint32_t b_low, uint32_t *high)
{
    uint64_t a = (uint64_t)a_high << 32 | a_low;
    uint64_t b = (uint64_t)b_high << 32 | b_low;
    uint64_t sum = a + b;

    *high = (uint32_t)(sum >> 32);
    return (uint32_t)sum;
}
