/* Sum of the squares of the last eight samples. */
#include <stdint.h>

#define N 8
int16_t samples[N];

uint32_t total_energy(void)
{
    uint32_t sum = 0;
    int i = N;

    while (i-- > 0) {
        int32_t s = samples[i];
        sum += (uint32_t)(s * s);
    }
    return sum;
}
