/* Difference of two squared distances, as the counter hardware wraps it. */
#include <stdint.h>

uint32_t square_gap(uint32_t a, uint32_t b)
{
    return (a - b) * (a + b);
}
