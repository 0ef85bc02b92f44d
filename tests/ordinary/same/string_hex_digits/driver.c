#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

size_t hex_dump(char *out, size_t size, const uint8_t *in, size_t n);

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
    char out[64];
    uint8_t in[24] = { 0 };
    printf("%zu %zu\n", hex_dump(NULL, 5, in, 1), hex_dump(out, 0, in, 1));
    for (int i = 0; i < 500; i++) {
        size_t size = 1 + rng() % 63, n = rng() % 25, r;
        for (int k = 0; k < 24; k++)
            in[k] = (uint8_t)rng();
        memset(out, '#', sizeof out);
        r = hex_dump(out, size, i % 17 ? in : NULL, n);
        printf("%zu %.63s %d\n", r, out, out[size - 1]);
    }
    return 0;
}
