#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

size_t record_write(uint8_t *buf, size_t size, uint16_t type, uint16_t length);
size_t record_size(const uint8_t *buf, size_t size);

static unsigned long long rng_state = 88172645463325252ULL;

static unsigned rng(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (unsigned)(rng_state >> 16);
}

static uint8_t b[70000];

int main(void)
{
    printf("%zu %zu\n", record_write(NULL, 9, 1, 1), record_size(NULL, 9));
    for (int i = 0; i < 500; i++) {
        size_t size = i % 5 ? rng() % 12 : rng() % 70000;
        uint16_t type = (uint16_t)rng(), len = (uint16_t)(i % 5 ? rng() % 8 : rng());
        printf("%zu ", record_write(b, size, type, len));
        printf("%zu %u %u %u %u\n", record_size(b, size), b[0], b[1], b[2], b[3]);
    }
    return 0;
}
