#include <stddef.h>
#include <stdio.h>

int run(const unsigned char *code, size_t n);

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
    static const unsigned char ops[] = { 0x00, 0x10, 0x10, 0x10, 0x20, 0x21, 0x10, 0xFF };
    unsigned char c[16] = { 0 };
    printf("%d %d\n", run(NULL, 5), run(c, 0));
    for (int t = 0; t < 3000; t++) {
        size_t n = rng() % 16;
        for (size_t i = 0; i < n; i++)
            c[i] = ops[rng() % (t % 4 ? 7 : 8)];
        printf("%d\n", run(c, n));
    }
    return 0;
}
