#include <stdio.h>

unsigned light_tick(void);
void light_request(void);

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
    for (int i = 0; i < 1500; i++) {
        if (rng() % 20 == 0)
            light_request();
        printf("%u", light_tick());
    }
    putchar('\n');
    return 0;
}
