#include <limits.h>
#include <stdio.h>

int longest_run(const int *v, int n);

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
    int v[40];
    printf("%d %d\n", longest_run(0, 4), longest_run((int[]){ 3 }, INT_MIN));
    for (int t = 0; t < 500; t++) {
        int n = (int)(rng() % 41);
        for (int i = 0; i < n; i++)
            v[i] = (int)(rng() % 2);
        printf("%d %d\n", longest_run(v, n), longest_run(v, -n));
    }
    return 0;
}
