/* Three Newton steps for a square root. */
static double step(double r, double x)
{
    return 0.5 * (x / r + r);
}

double root(double x)
{
    if (0.0 >= x)
        return 0.0;
    return step(step(step(x, x), x), x);
}
