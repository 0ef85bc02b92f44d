#include <limits.h>
#include <stddef.h>
#include <stdio.h>

int median(int *v, size_t n);
void order(int *a, int *b);

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
    int v[33];
    printf("%d %d\n", median(NULL, 3), median(v, 0));
    for (int t = 0; t < 200; t++) {
        size_t n = 1 + rng() % 33;
        for (size_t i = 0; i < n; i++)
            v[i] = rng() % 8 ? (int)(rng() % 20) - 10 : (rng() & 1 ? INT_MIN : INT_MAX);
        order(&v[0], &v[n - 1]);
        order(&v[0], &v[0]);
        order(NULL, &v[0]);
        printf("%d..%d ", v[0], v[n - 1]);
        printf("%d", median(v, n));
        for (size_t i = 0; i < n; i++)
            printf(" %d", v[i]);
        putchar('\n');
    }
    return 0;
}
