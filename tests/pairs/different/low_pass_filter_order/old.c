/* Exponential smoothing with a limit on the step. */
double state;

double filter(double input, double alpha, double limit)
{
    double step = alpha * (input - state);

    if (step > limit)
        step = limit;
    else if (step < -limit)
        step = -limit;
    state = state + step;
    return state;
}
