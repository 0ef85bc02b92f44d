#include <stdint.h>

static uint32_t gains[] = { 1, 2, 4, 8, 16, 64 };

#define N_GAINS (sizeof gains / sizeof gains[0])

uint32_t amplify(uint16_t sample, unsigned range)
{
    if (range >= N_GAINS)
        range = N_GAINS - 1;
    return sample * gains[range];
}

unsigned best_range(uint16_t peak)
{
    unsigned r = N_GAINS - 1;

    while (r > 0 && peak * gains[r] > 65535u)
        r--;
    return r;
}
