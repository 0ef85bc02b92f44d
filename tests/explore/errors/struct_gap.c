/* explore: --function gap
 * error: unrelated-pointers
 * natively: pointer pairs
 * run: gap(0, 0); */
#include <stddef.h>

static int left[4], right[4];

long gap(unsigned i, unsigned j)
{
    if (i > 3 || j > 3)
        return 0;
    int *p = left + i, *q = right + j;
    return q - p;
}
