/* Product of two 2 by 2 matrices stored by rows. */
#include <stdint.h>

uint32_t left[4], right[4], product[4];

void rotate_frame(void)
{
    int row, column, k;

    for (row = 0; row < 2; row++)
        for (column = 0; column < 2; column++) {
            uint32_t sum = 0;
            for (k = 0; k < 2; k++)
                sum += left[2 * row + k] * right[2 * k + column];
            product[2 * row + column] = sum;
        }
}
