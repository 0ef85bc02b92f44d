#include <limits.h>
#include <stdio.h>

void alarm_arm(int on);
int alarm_sense(int motion);
int alarm_bits(void);

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
    static const int v[] = { 0, 1, 2, 256, -1, INT_MIN, 0, 0 };
    for (int i = 0; i < 800; i++) {
        if (rng() % 3 == 0)
            alarm_arm(v[rng() % 8]);
        printf("%d", alarm_sense(v[rng() % 8]));
        printf("%d ", alarm_bits());
    }
    putchar('\n');
    return 0;
}
