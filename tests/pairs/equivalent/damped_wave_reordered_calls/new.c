/* A damped oscillation at time t. */
#include <math.h>

double damped_wave(double t, double damping, double omega)
{
    double wave = sin((omega + omega) * t);

    return wave * exp(-damping * t);
}
