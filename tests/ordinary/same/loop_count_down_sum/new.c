#include <stddef.h>
#include <stdint.h>

uint32_t sum_words(const uint32_t *words, size_t n)
{
    uint32_t sum = 0;

    if (words != NULL)
        while (n > 0)
            sum += words[--n];
    return sum;
}

uint8_t xor_bytes(const uint8_t *bytes, size_t n)
{
    uint8_t x = 0;

    if (bytes == NULL)
        return 0;
    for (; n != 0; n--)
        x ^= bytes[n - 1];
    return x;
}
