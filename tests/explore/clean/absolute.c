/* explore: --function magnitude
 * run: magnitude(INT_MIN);
 * run: magnitude(-3);
 * run: magnitude(8); */
#include <stdlib.h>
#include <limits.h>

int magnitude(int x)
{
    if (x == INT_MIN)
        return INT_MAX;
    return abs(x);
}
