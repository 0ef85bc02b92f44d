/* Position of an absolute encoder from its Gray code. */
#include <stdint.h>

uint16_t gray_to_binary(uint16_t gray)
{
    uint16_t binary = 0;

    while (gray != 0) {
        binary ^= gray;
        gray >>= 1;
    }
    return binary;
}
