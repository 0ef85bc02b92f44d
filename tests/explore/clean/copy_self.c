/* explore: --function spread
 * run: spread(0, 3);
 * run: spread(3, 0);
 * run: spread(0, 1);
 * run: spread(4, 0); */
#include <string.h>

static int values[6] = {1, 2, 3, 4, 5, 6};

int spread(unsigned from, unsigned to)
{
    if (from > 3 || to > 3)
        return -1;
    if (from + 3 > to && to + 3 > from)
        return 0;
    memcpy(values + to, values + from, 3 * sizeof *values);
    return values[5];
}
