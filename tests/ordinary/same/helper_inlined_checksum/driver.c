#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

uint16_t inet_sum(const uint8_t *data, uint16_t len);

static unsigned long long rng_state = 88172645463325252ULL;

static unsigned rng(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (unsigned)(rng_state >> 16);
}

static uint8_t big[65535];

int main(void)
{
    printf("%u %u\n", inet_sum(NULL, 9), inet_sum(big, 0));
    for (int i = 0; i < 65535; i++)
        big[i] = 0xFF;
    printf("%u %u\n", inet_sum(big, 65535), inet_sum(big, 65534));
    for (int i = 0; i < 65535; i++)
        big[i] = (uint8_t)rng();
    for (unsigned n = 0; n < 200; n++)
        printf("%u\n", inet_sum(big + n, (uint16_t)n));
    printf("%u\n", inet_sum(big, 65535));
    return 0;
}
