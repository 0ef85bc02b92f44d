/* explore: --function add
 * run: add(INT_MAX, 1);
 * run: add(INT_MIN, -1);
 * run: add(-5, 3);
 * run: add(INT_MIN, INT_MIN); */
#include <limits.h>

int add(int a, int b)
{
    if (b > 0 && a > INT_MAX - b)
        return INT_MAX;
    if (b < 0 && a < INT_MIN - b)
        return INT_MIN;
    return a + b;
}
