/* Capital after some years at a rate in percent. */
#include <math.h>

double grown(double start, double rate, int years)
{
    const double whole_years = years > 0 ? (double)years : 0.0;
    const double base = rate / 100.0 + 1.0;

    return pow(base, whole_years) * start;
}
