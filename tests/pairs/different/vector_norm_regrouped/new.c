/* Length of a vector in space. */
#include <math.h>

double norm(double x, double y, double z)
{
    return sqrt(x * x + (y * y + z * z));
}
