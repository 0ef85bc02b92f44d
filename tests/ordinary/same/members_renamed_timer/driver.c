#include <limits.h>
#include <stdio.h>

int timer_start(unsigned id, unsigned period);
unsigned timer_tick(void);
unsigned timer_hits(unsigned id);

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
    printf("%u\n", timer_tick());
    for (int i = 0; i < 800; i++) {
        if (rng() % 10 == 0) {
            unsigned id = rng() % 6, period = rng() % 7;
            printf("s%d ", timer_start(id, period));
        }
        printf("%u ", timer_tick());
        printf("%u\n", timer_hits(rng() % 5));
    }
    printf("%d %u\n", timer_start(UINT_MAX, 1), timer_hits(UINT_MAX));
    return 0;
}
