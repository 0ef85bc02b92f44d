/* Height of the tide. */
#include <math.h>

double tide(double t, double phase)
{
    double omega = 0.506;

    return 2.0 * sin(omega * (t + phase));
}
