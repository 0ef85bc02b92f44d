#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

size_t format_base(unsigned long n, unsigned base, char *out, size_t size);

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
    char b[80];
    for (int i = 0; i < 1500; i++) {
        unsigned long n = i % 8 ? (unsigned long)rng() << rng() % 32 : ULONG_MAX >> rng() % 64;
        unsigned base = rng() % 18;
        size_t size = rng() % 70;
        size_t r;
        memset(b, '#', sizeof b);
        r = format_base(n, base, b, size);
        printf("%zu %.*s\n", r, 72, b);
    }
    printf("%zu %zu\n", format_base(0, 10, b, 2), format_base(5, 10, NULL, 9));
    return 0;
}
