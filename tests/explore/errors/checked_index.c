/* explore: --function pick
 * error: abort
 * run: pick(3); */
#include <stdlib.h>

static int at(const int *v, unsigned n, unsigned i)
{
    if (i >= n)
        abort();
    return v[i];
}

int pick(unsigned i)
{
    static const int v[3] = {1, 2, 3};
    return i <= 3 ? at(v, 3, i) : -1;
}
