/* Whether two wheels turn at clearly different speeds. */
#include <math.h>

int slipping(double left, double right, double limit)
{
    double gap = fabs(right - left);
    double twice = limit + limit;

    if (twice + twice < gap)
        return 2;
    return limit < gap;
}
