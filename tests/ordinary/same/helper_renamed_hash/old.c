#include <stdint.h>

static uint32_t rotl(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

static uint32_t mix(uint32_t h, uint32_t k)
{
    k *= 0xCC9E2D51u;
    k = rotl(k, 15);
    k *= 0x1B873593u;
    h ^= k;
    return rotl(h, 13) * 5 + 0xE6546B64u;
}

uint32_t hash_pair(uint32_t seed, uint32_t a, uint32_t b)
{
    uint32_t h = mix(mix(seed, a), b);

    h ^= h >> 16;
    h *= 0x85EBCA6Bu;
    return h ^ h >> 13;
}
