/* First-order low pass in Q15: k parts of the input, the rest of the state. */
#include <stdint.h>

static int64_t scale_q15(int32_t value, int32_t factor)
{
    int64_t product = (int64_t)factor * value;
    return (product + 16384) >> 15;
}

int32_t filter_step(int32_t state, int32_t input, int16_t k)
{
    int32_t share = k & 0x7fff;

    return (int32_t)(scale_q15(state, 32768 - share) + scale_q15(input, share));
}
