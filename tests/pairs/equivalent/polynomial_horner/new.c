/* Mixes a key by a polynomial modulo 2^32. */
#include <stdint.h>

uint32_t hash_polynomial(uint32_t x)
{
    return ((3u * x + 5u) * x + 7u) * x + 11u;
}
