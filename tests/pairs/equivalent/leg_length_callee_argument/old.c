/* Length of the third side of a right triangle, rounded down; 0 if there is none. */
#include <stdint.h>

static uint32_t root(uint32_t square)
{
    uint32_t r = 0;

    while ((uint64_t)(r + 1) * (r + 1) <= square)
        r++;
    return r;
}

uint32_t leg_length(uint16_t hypotenuse, uint16_t leg)
{
    uint32_t c = hypotenuse;
    uint32_t a = leg;

    if (a > c)
        return 0;
    return root(c * c - a * a);
}
