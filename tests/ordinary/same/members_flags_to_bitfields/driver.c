#include <limits.h>
#include <stdio.h>

void port_config(int enabled, int inverted);
int port_raise(void);
int port_lower(void);

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
    static const int v[] = { 0, 1, 2, -1, INT_MIN, 256, 1, 1 };
    for (int i = 0; i < 1500; i++) {
        if (rng() % 25 == 0) {
            int on = v[rng() % 8], inv = v[rng() % 8];
            port_config(on, inv);
        }
        printf("%d ", rng() % 5 < ((i / 60) % 2 ? 4u : 2u) ? port_raise() : port_lower());
    }
    putchar('\n');
    return 0;
}
