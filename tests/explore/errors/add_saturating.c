/* explore: --function add
 * error: overflow
 * run: add(-2147483000, -2000); */
#include <limits.h>

int add(int a, int b)
{
    if (b > 0 && a > INT_MAX - b)
        return INT_MAX;
    if (b < 0 && a < INT_MIN + b)
        return INT_MIN;
    return a + b;
}
