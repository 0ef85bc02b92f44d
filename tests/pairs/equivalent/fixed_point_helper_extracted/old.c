/* First-order low pass in Q15: k parts of the input, the rest of the state. */
#include <stdint.h>

int32_t filter_step(int32_t state, int32_t input, int16_t k)
{
    int32_t share = k & 0x7fff;
    int64_t a = ((int64_t)input * share + 16384) >> 15;
    int64_t b = ((int64_t)state * (32768 - share) + 16384) >> 15;

    return (int32_t)(a + b);
}
