/* How many attempts a transfer takes; bit i of the mask says whether attempt i succeeds. */
#include <stdint.h>

unsigned attempts(uint32_t success_mask, uint8_t limit)
{
    unsigned n;

    for (n = 0; n <= limit; n++)
        if ((success_mask >> (n % 32)) & 1)
            return n + 1;
    return n;
}
