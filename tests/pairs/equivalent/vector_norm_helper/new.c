/* Length of a vector in space. */
#include <math.h>

static double square(double v) { return v * v; }

double norm(double x, double y, double z)
{
    double s = square(fabs(z)) + (square(-y) + square(x));

    return s != 0.0 ? sqrt(s) : s;
}
