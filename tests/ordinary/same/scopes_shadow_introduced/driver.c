#include <stdio.h>

unsigned best_score(const unsigned char *rows, unsigned n);
unsigned total_score(const unsigned char *rows, unsigned n);

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
    unsigned char v[20];
    printf("%u %u\n", best_score(0, 3), total_score(0, 3));
    for (int t = 0; t < 300; t++) {
        unsigned n = rng() % 21;
        for (int i = 0; i < 20; i++)
            v[i] = (unsigned char)(rng() & rng());
        printf("%u %u\n", best_score(v, n), total_score(v, n));
    }
    return 0;
}
