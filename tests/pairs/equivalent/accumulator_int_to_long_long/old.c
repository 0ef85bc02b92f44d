/* Integrator with limits. */
static int integral;

int integrate(short error)
{
    integral += error;
    if (integral > 100000)
        integral = 100000;
    if (integral < -100000)
        integral = -100000;
    return integral;
}

void integral_clear(void)
{
    integral = 0;
}
