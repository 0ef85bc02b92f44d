/* explore: --function spread
 * error: overlapping-copy
 * run: spread(0, 1); */
#include <string.h>

static int values[6] = {1, 2, 3, 4, 5, 6};

int spread(unsigned from, unsigned to)
{
    if (from > 3 || to > 3)
        return -1;
    if (from == to)
        return 0;
    memcpy(values + to, values + from, 3 * sizeof *values);
    return values[5];
}
