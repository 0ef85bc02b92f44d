#include <stdint.h>
#include <stdio.h>

int rx_byte(uint8_t b);
unsigned rx_good(void);
unsigned rx_bad(void);

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
    for (int t = 0; t < 400; t++) {
        uint8_t n = (uint8_t)(t % 12 ? 1 + rng() % 8 : rng()), sum = n;
        printf("%d", rx_byte(0x7E));
        printf("%d", rx_byte(n));
        for (int i = 0; i < n && n <= 8; i++) {
            uint8_t b = (uint8_t)rng();
            sum = (uint8_t)(sum + b);
            printf("%d", rx_byte(b));
        }
        printf("%d", rx_byte((uint8_t)(sum + (rng() % 3 == 0))));
        if (rng() % 5 == 0)
            printf("%d", rx_byte((uint8_t)rng()));
        printf(" %u %u\n", rx_good(), rx_bad());
    }
    return 0;
}
