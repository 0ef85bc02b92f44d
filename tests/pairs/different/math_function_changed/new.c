/* What is left of a sample after some time. */
#include <math.h>

double decay(double rate, double time)
{
    if (time <= 0.0)
        return 1.0;
    return pow(2.0, -rate * time);
}
