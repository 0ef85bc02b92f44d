/* explore: --function store
 * run: store(3);
 * run: store(2);
 * run: store(14);
 * run: store(200); */
#include <stdint.h>

int store(unsigned char at)
{
    static uint64_t memory[2];
    char *p = (char *)memory;
    if (at > 14 || at % 2 != 0)
        return 0;
    *(short *)(p + at) = 7;
    return p[0];
}
