/* Three Newton steps for a square root. */
double root(double x)
{
    double r = x;
    int i;

    if (x <= 0.0)
        return 0.0;
    for (i = 0; i < 2; i++)
        r = (r + x / r) / 2.0;
    return r;
}
