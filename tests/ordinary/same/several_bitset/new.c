#include <stdint.h>

#define BITS 96u

static uint32_t set[BITS / 32];

static uint32_t *word(unsigned i)
{
    return i < BITS ? &set[i >> 5] : (uint32_t *)0;
}

static uint32_t mask(unsigned i)
{
    return (uint32_t)1 << (i & 31u);
}

int bit_set(unsigned i)
{
    uint32_t *w = word(i);

    if (w)
        *w |= mask(i);
    return w ? 0 : -1;
}

int bit_clear(unsigned i)
{
    uint32_t *w = word(i);

    if (w)
        *w &= ~mask(i);
    return w ? 0 : -1;
}

int bit_test(unsigned i)
{
    uint32_t *w = word(i);

    return w ? (int)(*w >> (i & 31u) & 1u) : -1;
}

int bit_first(void)
{
    for (unsigned k = 0; k < BITS / 32; k++)
        for (unsigned b = 0; set[k] != 0 && b < 32; b++)
            if (set[k] & mask(b))
                return (int)(32 * k + b);
    return -1;
}
