#include <stdint.h>
#include <stdio.h>

struct item {
    uint32_t kind;
    union {
        uint32_t number;
        uint8_t bytes[4];
    } u;
};
uint32_t item_sum(const struct item *it);

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
    printf("%u\n", (unsigned)item_sum(0));
    for (int i = 0; i < 500; i++) {
        struct item it = { rng() % 5, { .number = i % 10 ? rng() : UINT32_MAX } };
        printf("%u\n", (unsigned)item_sum(&it));
    }
    return 0;
}
