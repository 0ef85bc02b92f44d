#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

uint32_t sum_words(const uint32_t *words, size_t n);
uint8_t xor_bytes(const uint8_t *bytes, size_t n);

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
    uint32_t w[64];
    for (int t = 0; t < 200; t++) {
        size_t n = (size_t)t % 65;
        for (size_t i = 0; i < 64; i++)
            w[i] = rng();
        printf("%u %u\n", (unsigned)sum_words(w, n), xor_bytes((uint8_t *)w, n * 4 - (n > 0)));
    }
    printf("%u %u\n", (unsigned)sum_words(NULL, 3), xor_bytes(NULL, 3));
    return 0;
}
