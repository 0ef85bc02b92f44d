#include "api.h"

static struct { unsigned a, b; } state = {5381, 5381};

static void mix(unsigned *x, unsigned char c)
{
    *x = (*x << 5) + *x + c;
}

unsigned hash_a(unsigned char c)
{
    mix(&state.a, c);
    return state.a;
}

unsigned hash_b(unsigned char c)
{
    mix(&state.b, c);
    return state.b ^ 0x5555u;
}
