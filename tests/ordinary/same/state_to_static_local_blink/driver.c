#include <stdbool.h>
#include <stdio.h>

bool blink_tick(unsigned on_ticks, unsigned off_ticks);

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
    for (int i = 0; i < 2000; i++) {
        unsigned on = rng() % 5, off = rng() % 7;
        putchar(blink_tick(on, off) ? '#' : '.');
    }
    putchar('\n');
    return 0;
}
