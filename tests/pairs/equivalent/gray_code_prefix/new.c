/* Position of an absolute encoder from its Gray code. */
#include <stdint.h>

uint16_t gray_to_binary(uint16_t gray)
{
    gray ^= gray >> 8;
    gray ^= gray >> 4;
    gray ^= gray >> 2;
    gray ^= gray >> 1;
    return gray;
}
