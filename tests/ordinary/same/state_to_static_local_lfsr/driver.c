#include <limits.h>
#include <stdint.h>
#include <stdio.h>

uint8_t noise_byte(void);
int noise_dither(int sample);

static unsigned long long rng_state = 88172645463325252ULL;

static unsigned rng(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (unsigned)(rng_state >> 16);
}

int main(void)
{
    static const int edge[] = { INT_MIN, INT_MAX, 32766, 32767, -32767, -32768, 0, 1 };
    for (int i = 0; i < 2000; i++) {
        if (rng() & 1)
            printf("%u\n", noise_byte());
        else
            printf("%d\n", noise_dither(edge[rng() % 8]));
    }
    return 0;
}
