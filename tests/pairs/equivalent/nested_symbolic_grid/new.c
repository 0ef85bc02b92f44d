/* Hash over the cells of a grid, row by row. */
#include <stdint.h>

static uint32_t mix(uint32_t hash, uint32_t row, uint32_t column)
{
    return (column ^ row) + (hash << 5) + hash;
}

uint32_t grid_hash(uint32_t width, uint32_t height, uint32_t seed)
{
    uint32_t row = 0;

    while (row < height) {
        uint32_t column;
        for (column = 0; column < width; ++column)
            seed = mix(seed, row, column);
        row += 1;
    }
    return seed;
}
