/* explore: --function gap
 * run: gap(0, 3);
 * run: gap(3, 0);
 * run: gap(4, 0); */
#include <stddef.h>

static int left[4], right[4];

long gap(unsigned i, unsigned j)
{
    if (i > 3 || j > 3)
        return 0;
    int *p = left + i, *q = left + j;
    return q - p;
}
