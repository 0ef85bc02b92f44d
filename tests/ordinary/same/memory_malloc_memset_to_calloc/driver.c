#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

unsigned *histogram_new(unsigned cells);
int histogram_add(unsigned *h, unsigned cells, unsigned value);

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
    static const unsigned sizes[] = { 0, 1, 2, 10, 999, 1000, 1001, UINT_MAX };
    for (int i = 0; i < 8; i++) {
        unsigned *h = histogram_new(sizes[i]);
        unsigned sum = 0;
        printf("%d\n", h != NULL);
        for (int k = 0; k < 500; k++)
            sum += (unsigned)histogram_add(h, sizes[i], rng() % 1100);
        for (unsigned k = 0; h && k < sizes[i]; k++)
            sum = sum * 17 + h[k];
        printf("%u\n", sum);
        free(h);
    }
    return 0;
}
