/* Whether an axis has arrived. */
#include <math.h>

int arrived(double position, double target)
{
    return fabs(target - position) < 0.5;
}
