#include <limits.h>
#include <stdio.h>

int collatz_steps(unsigned n);
unsigned collatz_peak(unsigned n);

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
    for (unsigned n = 0; n < 300; n++)
        printf("%d %u\n", collatz_steps(n), collatz_peak(n));
    for (int i = 0; i < 300; i++) {
        unsigned n = i ? rng() : UINT_MAX;
        printf("%d %u\n", collatz_steps(n), collatz_peak(n));
    }
    return 0;
}
