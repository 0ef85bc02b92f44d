#include <stdlib.h>
#include <string.h>

#define MAX_CELLS 1000u

unsigned *histogram_new(unsigned cells)
{
    unsigned *h;

    if (cells == 0 || cells > MAX_CELLS)
        return NULL;
    h = malloc(cells * sizeof *h);
    if (!h)
        return NULL;
    memset(h, 0, cells * sizeof *h);
    return h;
}

int histogram_add(unsigned *h, unsigned cells, unsigned value)
{
    if (!h || value >= cells)
        return 0;
    h[value]++;
    return 1;
}
