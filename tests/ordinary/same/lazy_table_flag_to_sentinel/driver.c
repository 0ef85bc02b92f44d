#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

uint32_t crc_update(uint32_t crc, const uint8_t *data, size_t len);

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
    uint8_t b[100];
    printf("%08x\n", (unsigned)crc_update(7, NULL, 5));
    printf("%08x\n", (unsigned)crc_update(0, (const uint8_t *)"123456789", 9));
    for (int t = 0; t < 200; t++) {
        for (int i = 0; i < 100; i++)
            b[i] = (uint8_t)rng();
        printf("%08x\n", (unsigned)crc_update(t % 3 ? rng() : 0, b, (size_t)t % 101));
    }
    return 0;
}
