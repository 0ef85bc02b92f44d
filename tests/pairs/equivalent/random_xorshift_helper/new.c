/* Jitter for retransmissions. */
#include <stdint.h>

struct rng {
    uint32_t word;
};

static struct rng rng = {2463534242u};

static uint32_t step(struct rng *r)
{
    uint32_t w = r->word;

    w ^= w << 13;
    w ^= w >> 17;
    r->word = w ^ w << 5;
    return r->word;
}

void jitter_seed(uint32_t s)
{
    rng.word = s;
    if (s == 0)
        rng.word = 1;
}

uint32_t jitter(uint32_t range)
{
    uint32_t v = step(&rng);

    if (range == 0)
        return 0;
    return v % range;
}
