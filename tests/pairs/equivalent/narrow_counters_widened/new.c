/* Number of changes of level in a sampled line of 32 bits. */
#include <stdint.h>

unsigned char count_edges(uint32_t line)
{
    unsigned long edges = 0;
    uint64_t changes = (uint64_t)line ^ (line >> 1);
    long i;

    for (i = 0; i < 31; i++)
        edges += (changes >> i) & 1;
    return (unsigned char)edges;
}
