/* A damped oscillation at time t. */
#include <math.h>

double damped_wave(double t, double damping, double omega)
{
    double envelope = exp(-(damping * t));
    double phase = 2.0 * omega * t;

    return envelope * sin(phase);
}
