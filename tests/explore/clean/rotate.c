/* explore: --function rotate
 * run: rotate(1, 0);
 * run: rotate(1, 31);
 * run: rotate(0x80000001u, 64); */
#include <stdint.h>

uint32_t rotate(uint32_t x, unsigned n)
{
    n %= 32;
    if (n == 0)
        return x;
    return x << n | x >> (32 - n);
}
