#include "api.h"

static unsigned h = 5381;

static unsigned mix(unsigned x, unsigned char c)
{
    return x * 33u + c;
}

unsigned hash_a(unsigned char c)
{
    return h = mix(h, c);
}
