/* Difference of two samples, limited to 16 bits. */
#include <stdint.h>

int16_t subtract_limited(int16_t a, int16_t b)
{
    int32_t d = (int32_t)a - b;

    if (d > 32767)
        d = 32767;
    if (d < -65536)
        d = -32768;
    return (int16_t)d;
}
