#include <limits.h>
#include <stdio.h>

int fan_update(int temperature, int threshold);

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
    static const int edge[] = { INT_MIN, -41, -40, -39, 124, 125, 126, INT_MAX };
    for (int i = 0; i < 2000; i++) {
        int t = i % 6 ? (int)(rng() % 60) + 20 : edge[rng() % 8];
        int h = i % 7 ? (int)(rng() % 10) + 45 : edge[rng() % 8];
        printf("%d ", fan_update(t, h));
    }
    putchar('\n');
    return 0;
}
