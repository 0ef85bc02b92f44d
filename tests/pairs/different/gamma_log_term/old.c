/* Approximate logarithm of the gamma function. */
#include <math.h>

double gammln(double xx)
{
    double x, y, tmp, ser;
    static const double cof[3] = {76.18009172947146, -86.50532032941677, 24.01409824083091};
    int j;

    y = x = xx;
    tmp = x + 5.5;
    tmp -= (x + 0.5) * log(tmp);
    ser = 1.000000000190015;
    for (j = 0; j <= 2; j++)
        ser += cof[j] / ++y;
    return -tmp + log(2.5066282746310005 * ser / x);
}
