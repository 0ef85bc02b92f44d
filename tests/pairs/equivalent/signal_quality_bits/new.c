/* Number of good frames among the last 16. */
#include <stdint.h>

static uint16_t bits;

int quality(int ok)
{
    unsigned v;
    int n = 0;

    bits = (uint16_t)(bits << 1 | (ok != 0));
    for (v = bits; v; v &= v - 1)
        n++;
    return n;
}
