/* How many of the sixteen alarm flags are raised. */
#include <stdint.h>

int count_flags(uint16_t flags)
{
    int n = 0;
    int i;

    for (i = 0; i < 16; i++)
        if (flags & (1u << i))
            n++;
    return n;
}
