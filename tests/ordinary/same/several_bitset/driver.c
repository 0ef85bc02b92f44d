#include <limits.h>
#include <stdio.h>

int bit_set(unsigned i);
int bit_clear(unsigned i);
int bit_test(unsigned i);
int bit_first(void);

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
    printf("%d\n", bit_first());
    for (int t = 0; t < 1500; t++) {
        unsigned i = t % 20 ? rng() % 100 : UINT_MAX - rng() % 40;
        switch (rng() % 4) {
        case 0: printf("%d ", bit_set(i)); break;
        case 1: case 2: printf("%d ", bit_clear(rng() % 2 ? (unsigned)bit_first() : i)); break;
        }
        printf("%d %d\n", bit_test(i), bit_first());
    }
    return 0;
}
