/* Number of changes of level in a sampled line of 32 bits. */
#include <stdint.h>

unsigned char count_edges(uint32_t line)
{
    unsigned char edges = 0;
    signed char i;

    for (i = 0; i < 31; i++)
        if (((line >> i) & 1) != ((line >> (i + 1)) & 1))
            edges++;
    return edges;
}
