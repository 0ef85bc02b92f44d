/* Product of two 2 by 2 matrices stored by rows. */
#include <stdint.h>

uint32_t left[4], right[4], product[4];

void rotate_frame(void)
{
    int row;

    for (row = 0; row < 4; row += 2) {
        product[row] = left[row] * right[0] + left[row + 1] * right[2];
        product[row + 1] = left[row + 1] * right[3] + left[row] * right[1];
    }
}
