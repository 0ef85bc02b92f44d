#include <limits.h>
#include <stdio.h>

int quota_take(unsigned now, unsigned amount);
unsigned quota_left(void);

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
    unsigned now = 1000;
    for (int i = 0; i < 800; i++) {
        unsigned a = (i % 11) ? rng() % 20 : UINT_MAX - rng() % 3;
        printf("%d ", quota_take(now, a));
        printf("%u\n", quota_left());
        now += rng() % 200;
    }
    return 0;
}
