/* explore: --function quotient
 * error: overflow
 * run: quotient(INT_MIN, -1); */
#include <limits.h>

int quotient(int a, int b)
{
    if (b == 0)
        return 0;
    return a / b;
}
