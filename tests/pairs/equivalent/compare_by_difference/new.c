/* Which of two readings is larger. */
#include <math.h>

int order(double a, double b)
{
    if (isinf(a) && isinf(b) && (a > 0) == (b > 0))
        return 0;
    return (a > b) - (a < b);
}
