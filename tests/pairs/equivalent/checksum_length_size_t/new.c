/* Sum of the first bytes of a block of eight. */
#include <stddef.h>
#include <stdint.h>

unsigned block_sum(const uint8_t *data, size_t n)
{
    unsigned sum = 0;
    const uint8_t *end = data + (n < 8 ? n : 8);

    while (data != end)
        sum += *data++;
    return sum;
}
