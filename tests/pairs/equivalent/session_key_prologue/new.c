/* Stretches a session key by a number of rounds. */
#include <stdint.h>

uint32_t session_key(uint32_t id, uint32_t salt, uint32_t rounds)
{
    uint32_t sum = salt + id;
    uint32_t start = (sum << 5) - sum;
    uint32_t key = start != 0 ? start : 1;
    uint32_t i;

    for (i = 0; i < rounds; i++) {
        key ^= key << 13;
        key ^= key >> 17;
        key ^= key << 5;
    }
    return key;
}
