#include <limits.h>
#include <stddef.h>
#include <stdio.h>

int is_happy(unsigned n);
size_t count_happy(const unsigned *list, size_t n);

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
    unsigned v[50];
    for (unsigned i = 0; i < 300; i++)
        printf("%d", is_happy(i));
    printf("\n%d %zu\n", is_happy(UINT_MAX), count_happy(NULL, 4));
    for (int t = 0; t < 20; t++) {
        for (int i = 0; i < 50; i++)
            v[i] = rng();
        printf("%zu %zu\n", count_happy(v, 50), count_happy(v, 0));
    }
    return 0;
}
