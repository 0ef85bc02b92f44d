#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

void scale_samples(uint16_t *out, const uint16_t *in, size_t n, unsigned gain);
size_t count_clipped(const uint16_t *in, size_t n);

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
    uint16_t b[40];
    scale_samples(b, NULL, 4, 1);
    printf("%zu\n", count_clipped(NULL, 2));
    for (int t = 0; t < 300; t++) {
        unsigned gain = t % 10 ? rng() % 1000 : UINT_MAX;
        size_t n = rng() % 30, shift = rng() % 9;
        for (int i = 0; i < 40; i++)
            b[i] = (uint16_t)rng();
        if (t % 3 == 0)
            scale_samples(b + shift, b, n, gain);
        else
            scale_samples(b, b + shift, n, gain);
        for (int i = 0; i < 40; i++)
            printf("%u ", b[i]);
        printf("%zu\n", count_clipped(b, 40));
    }
    return 0;
}
