/* Stretches a session key by a number of rounds. */
#include <stdint.h>

uint32_t session_key(uint32_t id, uint32_t salt, uint32_t rounds)
{
    uint32_t start = id * 31u + salt * 31u;
    uint32_t key;
    uint32_t i;

    if (start == 0)
        start = 1;
    key = start;
    for (i = 0; i < rounds; i++) {
        key ^= key << 13;
        key ^= key >> 17;
        key ^= key << 5;
    }
    return key;
}
