/* Mixes a key by a polynomial modulo 2^32. */
#include <stdint.h>

uint32_t hash_polynomial(uint32_t x)
{
    uint32_t square = x * x;
    uint32_t cube = square * x;

    return 3u * cube + 5u * square + 7u * x + 11u;
}
