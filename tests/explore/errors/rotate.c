/* explore: --function rotate
 * error: bad-shift
 * run: rotate(1, 0); */
#include <stdint.h>

uint32_t rotate(uint32_t x, unsigned n)
{
    n %= 32;
    return x << n | x >> (32 - n);
}
