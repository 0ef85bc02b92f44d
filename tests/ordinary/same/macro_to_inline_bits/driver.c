#include <stdint.h>
#include <stdio.h>

uint32_t control_set(uint32_t mode, uint32_t speed);
uint32_t control_mode(void);
uint32_t control_speed(void);

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
    printf("%u %u\n", (unsigned)control_mode(), (unsigned)control_speed());
    for (int i = 0; i < 300; i++) {
        uint32_t m = i % 4 ? rng() % 9 : rng(), s = rng() >> rng() % 32;
        printf("%08x ", (unsigned)control_set(m, s));
        printf("%u %u\n", (unsigned)control_mode(), (unsigned)control_speed());
    }
    return 0;
}
