/* Mixes the start offsets of all rows of an image into a key. */
#include <stdint.h>

uint32_t mix_rows(uint32_t rows, uint32_t stride, uint32_t key)
{
    uint32_t row;

    for (row = 0; row < rows; row++)
        key = (key ^ (row * stride)) * 16777619u;
    return key;
}
