/* Approximate logarithm of the gamma function. */
#include <math.h>

static const double cof[3] = {76.18009172947146, -86.50532032941677, 24.01409824083091};

static double series(double y)
{
    double ser = 1.000000000190015;
    for (int j = 0; j < 3; j++) {
        y = y + 1.0;
        ser = cof[j] / y + ser;
    }
    return ser;
}

double gammln(double xx)
{
    double base = 5.5 + xx;
    double tmp = base - log(base) * (0.5 + xx);
    return log(series(xx) * 2.5066282746310005 / xx) - tmp;
}
