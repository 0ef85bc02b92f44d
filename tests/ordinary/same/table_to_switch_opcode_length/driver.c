#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int count_instructions(const uint8_t *code, size_t size);

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
    uint8_t b[64] = { 0 };
    printf("%d %d\n", count_instructions(NULL, 3), count_instructions(b, 0));
    for (int op = 0; op < 256; op++)
        for (size_t n = 1; n < 7; n++) {
            b[0] = (uint8_t)op;
            for (int i = 1; i < 8; i++)
                b[i] = 0;
            printf("%d ", count_instructions(b, n));
        }
    for (int t = 0; t < 500; t++) {
        size_t n = rng() % 64;
        for (size_t i = 0; i < n; i++)
            b[i] = (uint8_t)(rng() % 7 << 4);
        printf("%d\n", count_instructions(b, n));
    }
    return 0;
}
