#include "api.h"

static unsigned h = 5381;

static unsigned mix(unsigned x, unsigned char c)
{
    return x * 33u + c;
}

unsigned hash_b(unsigned char c)
{
    h = mix(h, c);
    return h ^ 0x5555u;
}
