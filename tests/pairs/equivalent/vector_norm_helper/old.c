/* Length of a vector in space. */
#include <math.h>

double norm(double x, double y, double z)
{
    double s = x * x + y * y + z * z;

    if (s == 0.0)
        return 0.0;
    return sqrt(s);
}
