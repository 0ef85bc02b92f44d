/* Larger real root of a quadratic; 0 if there is none. */
#include <math.h>

double larger_root(double a, double b, double c)
{
    double disc = b * b - 4.0 * a * c;

    if (a == 0.0 || disc < 0.0)
        return 0.0;
    double x1 = (-b + sqrt(disc)) / (2.0 * a);
    double x2 = (-b - sqrt(disc)) / (2.0 * a);
    if (x1 > x2)
        return x1;
    return x2;
}
