/* Exponential smoothing with a limit on the step. */
double state;

static double limited(double v, double limit)
{
    double w = limit < v ? limit : v;
    return -limit > w ? -limit : w;
}

double filter(double input, double alpha, double limit)
{
    return state += limited((input - state) * alpha, limit);
}
