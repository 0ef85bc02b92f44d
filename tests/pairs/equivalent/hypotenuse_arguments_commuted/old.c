/* Distance of two points in the plane. */
#include <math.h>

double distance(double ax, double ay, double bx, double by)
{
    double dx = ax - bx;
    double dy = ay - by;

    return sqrt(dx * dx + dy * dy);
}
