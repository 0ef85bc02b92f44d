/* A Bessel function for small arguments, by a quotient of polynomials. */
#include <math.h>

static double near(double y)
{
    double p = 77392.33017 * y + -11214424.18;
    double q = y * 267.8532712 + 59272.64853;

    p = p * y + 651619640.7;
    p = y * p - 13362590354.0;
    q = y * q + 9494680.718;
    q = y * q + 1029532985.0;
    return (57568490574.0 + p * y) / (57568490411.0 + q * y);
}

double bessj0(double x)
{
    double ax = fabs(x);

    if (!(ax < 8.0)) {
        double z = 8.0 / ax, y = z * z;
        double ans1 = y * (y * 0.2734510407e-4 - 0.1098628627e-2) + 1.0;
        return cos(ax - 0.785398164) * ans1 * sqrt(0.636619772 / ax);
    }
    return near(x * x);
}
