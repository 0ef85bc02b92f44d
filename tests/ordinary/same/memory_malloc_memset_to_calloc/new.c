#include <stdlib.h>
#include <string.h>

#define MAX_CELLS 1000u

unsigned *histogram_new(unsigned cells)
{
    if (cells == 0 || cells > MAX_CELLS)
        return NULL;
    return calloc(cells, sizeof(unsigned));
}

int histogram_add(unsigned *h, unsigned cells, unsigned value)
{
    if (!h || value >= cells)
        return 0;
    h[value]++;
    return 1;
}
