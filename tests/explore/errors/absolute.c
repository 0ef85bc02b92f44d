/* explore: --function magnitude
 * error: overflow
 * run: magnitude(INT_MIN); */
#include <stdlib.h>
#include <limits.h>

int magnitude(int x)
{
    return abs(x);
}
