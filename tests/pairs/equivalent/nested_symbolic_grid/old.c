/* Hash over the cells of a grid, row by row. */
#include <stdint.h>

uint32_t grid_hash(uint32_t width, uint32_t height, uint32_t seed)
{
    uint32_t hash = seed;
    uint32_t row, column;

    for (row = 0; row < height; row++)
        for (column = 0; column < width; column++)
            hash = hash * 33u + (row ^ column);
    return hash;
}
