/* Number of set bits of a word. */
#include <stdint.h>

unsigned population(uint32_t word)
{
    unsigned count = 0;
    int i;

    for (i = 0; i < 32; i++)
        count += (word >> i) & 1u;
    return count;
}
