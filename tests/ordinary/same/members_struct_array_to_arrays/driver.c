#include <stdio.h>

int assoc_get(unsigned key, unsigned *value);
void assoc_put(unsigned key, unsigned value);

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
    for (int i = 0; i < 2000; i++) {
        unsigned v = 77;
        unsigned k = rng() % 7 ? rng() % 6 : 0u - rng() % 2;
        if (rng() % 3 == 0)
            assoc_put(k, rng());
        printf("%d ", assoc_get(k, &v));
        printf("%u %d\n", v, assoc_get(rng() % 6, 0));
    }
    return 0;
}
