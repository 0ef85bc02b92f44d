#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The widest declaration; only values of uint32_t are passed. */
int arena_reserve(size_t size, size_t align);
void arena_clear(void);

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
    static const uint32_t edge[] = { 0, 1, 63, 64, 65, 128, UINT32_MAX, 0x80000000u, 4096, 4097 };
    for (int i = 0; i < 1000; i++) {
        uint32_t s = i % 7 ? rng() % 300 : edge[rng() % 10];
        uint32_t a = i % 9 ? 1u << rng() % 8 : edge[rng() % 10];
        printf("%d\n", arena_reserve(s, a));
        if (rng() % 20 == 0)
            arena_clear();
    }
    return 0;
}
