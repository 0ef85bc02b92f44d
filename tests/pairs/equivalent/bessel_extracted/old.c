/* A Bessel function for small arguments, by a quotient of polynomials. */
#include <math.h>

double bessj0(double x)
{
    double ax, z, y, ans, ans1, ans2;

    if ((ax = fabs(x)) < 8.0) {
        y = x * x;
        ans1 = 57568490574.0 + y * (-13362590354.0 + y * (651619640.7 + y * (-11214424.18 + y * 77392.33017)));
        ans2 = 57568490411.0 + y * (1029532985.0 + y * (9494680.718 + y * (59272.64853 + y * 267.8532712)));
        ans = ans1 / ans2;
    } else {
        z = 8.0 / ax;
        y = z * z;
        ans1 = 1.0 + y * (-0.1098628627e-2 + y * 0.2734510407e-4);
        ans = sqrt(0.636619772 / ax) * (cos(ax - 0.785398164) * ans1);
    }
    return ans;
}
