/* Histogram of the upper three bits of samples. */
#include <string.h>

static unsigned short bins[8];

void hist_add(unsigned char sample)
{
    unsigned short *bin = &bins[sample >> 5];

    if (*bin < 0xffff)
        ++*bin;
}

void hist_clear(void)
{
    memset(bins, 0, sizeof bins);
}

unsigned hist_bin(unsigned char i)
{
    return i < 8 ? bins[i] : 0;
}
