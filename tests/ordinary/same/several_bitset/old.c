#include <stdint.h>

#define BITS 96u

static uint32_t set[BITS / 32];

int bit_set(unsigned i)
{
    if (i >= BITS)
        return -1;
    set[i / 32] |= 1u << (i % 32);
    return 0;
}

int bit_clear(unsigned i)
{
    if (i >= BITS)
        return -1;
    set[i / 32] &= ~(1u << (i % 32));
    return 0;
}

int bit_test(unsigned i)
{
    if (i >= BITS)
        return -1;
    return (set[i / 32] & 1u << (i % 32)) != 0;
}

int bit_first(void)
{
    for (unsigned i = 0; i < BITS; i++)
        if (bit_test(i))
            return (int)i;
    return -1;
}
