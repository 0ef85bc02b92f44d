#include <stdint.h>
#include <stdio.h>

unsigned popcount32(uint32_t v);
unsigned hamming(uint32_t a, uint32_t b);

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
    for (int i = 0; i < 32; i++)
        printf("%u %u\n", popcount32(UINT32_MAX >> i), popcount32(1u << i));
    for (int i = 0; i < 300; i++) {
        uint32_t a = rng(), b = rng();
        printf("%u %u\n", popcount32(a), hamming(a, b));
    }
    return 0;
}
