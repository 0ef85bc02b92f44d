/* explore: --function quotient
 * run: quotient(INT_MIN, -1);
 * run: quotient(7, -1);
 * run: quotient(3, 0); */
#include <limits.h>

int quotient(int a, int b)
{
    if (b == 0)
        return 0;
    if (a == INT_MIN && b == -1)
        return INT_MAX;
    return a / b;
}
