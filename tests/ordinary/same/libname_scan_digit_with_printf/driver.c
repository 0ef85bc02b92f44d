#include <stddef.h>
#include <stdio.h>

int describe(const char *text, char *out, size_t size);

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
    char out[64], in[24];
    printf("%d %d\n", describe(0, out, 9), describe("1", out, 0));
    for (int i = 0; i < 600; i++) {
        int n = (int)(rng() % 20), r;
        for (int k = 0; k < n; k++)
            in[k] = "0123456789abcdefgF/:`\xE0"[rng() % 22];
        in[n] = 0;
        r = describe(in, out, 1 + rng() % 60);
        printf("%d %s\n", r, out);
    }
    return 0;
}
