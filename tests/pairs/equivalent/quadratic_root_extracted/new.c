/* Larger real root of a quadratic; 0 if there is none. */
#include <math.h>

static double discriminant(double a, double b, double c)
{
    return b * b - a * 4.0 * c;
}

double larger_root(double a, double b, double c)
{
    double disc = discriminant(a, b, c);
    double root, divisor, first, second;

    if (!(a != 0.0 && !(disc < 0.0)))
        return 0.0;
    root = sqrt(disc);
    divisor = a * 2.0;
    first = (root - b) / divisor;
    second = (-b - root) / divisor;
    return second < first ? first : second;
}
