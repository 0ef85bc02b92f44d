/* Distance of two points in the plane. */
#include <math.h>

static double square(double v) { return v * v; }

double distance(double ax, double ay, double bx, double by)
{
    return sqrt(square(by - ay) + square(bx - ax));
}
