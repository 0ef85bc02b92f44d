/* Sum of the first bytes of a block of eight. */
#include <stdint.h>

unsigned block_sum(const uint8_t *data, uint32_t n)
{
    unsigned sum = 0;

    if (n > 8)
        n = 8;
    for (uint32_t i = 0; i < n; i++)
        sum += data[i];
    return sum;
}
