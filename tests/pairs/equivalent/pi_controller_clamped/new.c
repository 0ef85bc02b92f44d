/* PI controller with limited output; the integral stops when the output is limited. */
#define LIMIT 100.0
double integral;

static double clamp(double v)
{
    if (v > LIMIT)
        return LIMIT;
    return v < -LIMIT ? -LIMIT : v;
}

double control(double target, double actual, double kp, double ki)
{
    double error = target - actual;
    double next = error * ki + integral;
    double wanted = next + error * kp;

    if (wanted > LIMIT || wanted < -LIMIT)
        return clamp(wanted);
    integral = next;
    return wanted;
}
