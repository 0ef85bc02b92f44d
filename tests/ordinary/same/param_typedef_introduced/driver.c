#include <stdint.h>
#include <stdio.h>

uint32_t ticks_between(uint32_t from, uint32_t to);
int ticks_after(uint32_t a, uint32_t b);
uint32_t ticks_elapsed(uint32_t now);

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
    static const uint32_t edge[] = { 0, 1, 0x7FFFFFFFu, 0x80000000u, 0x80000001u, UINT32_MAX };
    for (int i = 0; i < 300; i++) {
        uint32_t a = i % 3 ? rng() : edge[rng() % 6];
        uint32_t b = i % 4 ? rng() : edge[rng() % 6];
        printf("%u %d ", (unsigned)ticks_between(a, b), ticks_after(a, b));
        printf("%u\n", (unsigned)ticks_elapsed(a));
    }
    return 0;
}
