/* Adds two 64-bit counters that are kept in halves; returns the low half. */
#include <stdint.h>

uint32_t add_wide(uint32_t a_high, uint32_t a_low, uint32_t b_high, uint32_t b_low, uint32_t *high)
{
    uint32_t low = a_low + b_low;
    uint32_t carry = low < a_low;

    *high = a_high + b_high + carry;
    return low;
}
