/* Integral of samples at equal distances, by trapezoids. */
double integrate(const double f[6], int n, double h)
{
    double sum = 0.0;
    int i;

    if (n < 2 || n > 6)
        return 0.0;
    for (i = 0; i < n - 1; i++)
        sum += (f[i] + f[i + 1]) * h / 2.0;
    return sum;
}
