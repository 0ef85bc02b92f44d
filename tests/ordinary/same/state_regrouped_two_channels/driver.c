#include <limits.h>
#include <stdio.h>

int channel_update(int channel, int target);
unsigned channel_faults(int channel);

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
    static const int edge[] = { INT_MIN, INT_MAX, 1000, -1000, 1001, -1001, 0 };
    for (int i = 0; i < 1000; i++) {
        int ch = (int)(rng() % 4) - 1;
        int t = (i % 5) ? (int)(rng() % 2300) - 1150 : edge[rng() % 7];
        printf("%d ", channel_update(ch, t));
        printf("%u %u\n", channel_faults(0), channel_faults(1));
    }
    return 0;
}
