#include <stdio.h>
#include <stdint.h>

uint32_t seq_next(uint32_t step);
uint32_t seq_wraps(void);
void seq_reset(void);

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
    printf("%u\n", seq_next(0));
    for (int i = 0; i < 400; i++) {
        uint32_t s = (i % 3) ? rng() : rng() % 4;
        printf("%u ", seq_next(s));
        printf("%u\n", seq_wraps());
        if (rng() % 50 == 0)
            seq_reset();
    }
    return 0;
}
