/* Capital after some years at a rate in percent. */
#include <math.h>

double grown(double start, double rate, int years)
{
    double factor;

    if (years < 0)
        years = 0;
    factor = pow(1.0 + rate / 100.0, years);
    return start * factor;
}
