/* Whether two wheels turn at clearly different speeds. */
#include <math.h>

int slipping(double left, double right, double limit)
{
    double gap = fabs(left - right);

    if (gap > limit * 4.0)
        return 2;
    else if (gap > limit)
        return 1;
    return 0;
}
