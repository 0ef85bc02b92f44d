/* Square root by four Newton steps. */
double approximate_root(double x)
{
    double r = 1.0;
    int i;

    if (!(x > 0.0))
        return 0.0;
    for (i = 0; i < 4; i++)
        r = 0.5 * (r + x / r);
    return r;
}
