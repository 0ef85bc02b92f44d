#include <stdint.h>
#include <stdio.h>

void stats_add(uint32_t value);
uint32_t stats_mean(void);
uint32_t stats_spread(void);
void stats_clear(void);

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
    printf("%u %u\n", stats_mean(), stats_spread());
    for (int i = 0; i < 600; i++) {
        if (rng() % 40 == 0)
            stats_clear();
        else
            stats_add(rng() >> (rng() % 32));
        printf("%u %u\n", stats_mean(), stats_spread());
    }
    return 0;
}
