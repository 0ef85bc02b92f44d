/* PI controller with limited output; the integral stops when the output is limited. */
double integral;

double control(double target, double actual, double kp, double ki)
{
    double error = target - actual;
    double candidate = integral + ki * error;
    double output = kp * error + candidate;

    if (output > 100.0) {
        output = 100.0;
    } else if (output < -100.0) {
        output = -100.0;
    } else {
        integral = candidate;
    }
    return output;
}
