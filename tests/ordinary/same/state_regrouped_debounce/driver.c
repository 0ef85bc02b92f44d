#include <stdio.h>

int button_sample(int raw);
unsigned button_confidence(void);

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
    int level = 1;
    for (int i = 0; i < 1000; i++) {
        if (rng() % 6 == 0)
            level = (int)rng() % 3;
        printf("%d ", button_sample(level));
        printf("%u\n", button_confidence());
    }
    return 0;
}
