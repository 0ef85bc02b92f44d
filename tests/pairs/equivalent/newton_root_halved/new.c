/* Square root by four Newton steps. */
static double improve(double r, double x) { return (x / r + r) / 2.0; }

double approximate_root(double x)
{
    if (x > 0.0)
        return improve(improve(improve(improve(1.0, x), x), x), x);
    return 0.0;
}
