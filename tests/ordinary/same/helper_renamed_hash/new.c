#include <stdint.h>

static uint32_t absorb_word(uint32_t state, uint32_t word);
static uint32_t rotate_left(uint32_t value, unsigned bits);

uint32_t hash_pair(uint32_t seed, uint32_t a, uint32_t b)
{
    uint32_t h = absorb_word(absorb_word(seed, a), b);

    h ^= h >> 16;
    h *= 0x85EBCA6Bu;
    return h ^ h >> 13;
}

static uint32_t absorb_word(uint32_t state, uint32_t word)
{
    word *= 0xCC9E2D51u;
    word = rotate_left(word, 15);
    word *= 0x1B873593u;
    state ^= word;
    return rotate_left(state, 13) * 5 + 0xE6546B64u;
}

static uint32_t rotate_left(uint32_t value, unsigned bits)
{
    return value << bits | value >> (32 - bits);
}
