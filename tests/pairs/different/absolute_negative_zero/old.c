/* Distance to the origin on a line. */
#include <math.h>

double distance_to(double x)
{
    return fabs(x);
}
