#include <limits.h>
#include <stdio.h>

unsigned gcd(unsigned a, unsigned b);
unsigned reduce(unsigned *num, unsigned *den);
unsigned long gcd_calls(void);

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
    for (int i = 0; i < 500; i++) {
        unsigned a = rng() >> rng() % 32, b = i % 9 ? rng() % 1000 : 0;
        unsigned g = gcd(a, b);
        unsigned r = reduce(&a, &b);
        printf("%u %u %u %u\n", g, r, a, b);
        r = reduce(&a, &a);
        printf("%u %u\n", r, a);
    }
    printf("%u %lu\n", reduce(0, 0), gcd_calls());
    return 0;
}
