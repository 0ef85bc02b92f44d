/* explore: --function store
 * error: misaligned
 * run: store(3); */
#include <stdint.h>

int store(unsigned char at)
{
    static uint64_t memory[2];
    char *p = (char *)memory;
    if (at > 14)
        return 0;
    *(short *)(p + at) = 7;
    return p[0];
}
