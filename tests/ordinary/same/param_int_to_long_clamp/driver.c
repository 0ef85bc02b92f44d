#include <limits.h>
#include <stdio.h>

/* The widest declaration; only values of int are passed. */
int limit(long value);
int limit_error(long value);

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
    static const int edge[] = { INT_MIN, INT_MIN + 1, -1000001, -1000000, -1, 0, 1, 99, 100, 101, 1000000, 1000001, INT_MAX };
    for (int i = 0; i < 300; i++) {
        int v = i < 13 ? edge[i] : (int)(rng() % 4000) - 2000;
        printf("%d %d\n", limit(v), limit_error(v));
    }
    return 0;
}
