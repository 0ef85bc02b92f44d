#include <stddef.h>
#include <stdint.h>

uint32_t sum_words(const uint32_t *words, size_t n)
{
    uint32_t sum = 0;

    if (!words)
        return 0;
    for (size_t i = 0; i < n; i++)
        sum += words[i];
    return sum;
}

uint8_t xor_bytes(const uint8_t *bytes, size_t n)
{
    uint8_t x = 0;
    size_t i = 0;

    if (!bytes)
        return 0;
    while (i < n)
        x ^= bytes[i++];
    return x;
}
