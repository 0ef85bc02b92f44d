#include <stddef.h>
#include <stdio.h>

struct item {
    struct item *next;
    unsigned weight;
};
unsigned heavier_of(const struct item *a, const struct item *b);
unsigned pair_peak(const struct item *a);

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
    for (int i = 0; i < 200; i++) {
        struct item b = { NULL, rng() % 9 }, a = { &b, rng() % 9 };
        printf("%u %u %u %u\n", heavier_of(&a, &b), heavier_of(&b, &a), pair_peak(&a), pair_peak(&b));
        b.next = &b;
        printf("%u %u %u\n", pair_peak(&b), heavier_of(&a, NULL), heavier_of(NULL, NULL));
    }
    printf("%u\n", pair_peak(NULL));
    return 0;
}
