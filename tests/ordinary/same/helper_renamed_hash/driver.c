#include <stdint.h>
#include <stdio.h>

uint32_t hash_pair(uint32_t seed, uint32_t a, uint32_t b);

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
    printf("%u %u\n", (unsigned)hash_pair(0, 0, 0), (unsigned)hash_pair(UINT32_MAX, UINT32_MAX, UINT32_MAX));
    for (int i = 0; i < 500; i++) {
        uint32_t s = rng(), a = rng(), b = rng();
        printf("%u\n", (unsigned)hash_pair(s, a, b));
    }
    return 0;
}
