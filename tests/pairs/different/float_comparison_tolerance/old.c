/* Whether an axis has arrived. */
#include <math.h>

int arrived(double position, double target)
{
    return fabs(position - target) <= 0.5;
}
