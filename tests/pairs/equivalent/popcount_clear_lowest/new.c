/* How many of the sixteen alarm flags are raised. */
#include <stdint.h>

int count_flags(uint16_t flags)
{
    int n;

    for (n = 0; flags != 0; n++)
        flags &= (uint16_t)(flags - 1);
    return n;
}
