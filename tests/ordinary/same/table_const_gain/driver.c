#include <limits.h>
#include <stdint.h>
#include <stdio.h>

uint32_t amplify(uint16_t sample, unsigned range);
unsigned best_range(uint16_t peak);

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
    static const unsigned ranges[] = { 0, 1, 2, 3, 4, 5, 6, UINT_MAX };
    for (int i = 0; i < 600; i++) {
        uint16_t s = i < 8 ? (uint16_t)(65535u >> (i * 2)) : (uint16_t)rng();
        printf("%u %u\n", (unsigned)amplify(s, ranges[rng() % 8]), best_range(s));
    }
    return 0;
}
