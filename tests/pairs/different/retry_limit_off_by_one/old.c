/* How many attempts a transfer takes; bit i of the mask says whether attempt i succeeds. */
#include <stdint.h>

unsigned attempts(uint32_t success_mask, uint8_t limit)
{
    unsigned n = 0;

    while (n < limit) {
        unsigned bit = n % 32;
        n++;
        if (success_mask >> bit & 1)
            break;
    }
    return n;
}
