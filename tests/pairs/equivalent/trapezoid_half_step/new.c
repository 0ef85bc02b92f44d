/* Integral of samples at equal distances, by trapezoids. */
static double area(double left, double right, double h)
{
    return 0.5 * ((right + left) * h);
}

double integrate(const double f[6], int n, double h)
{
    double sum = 0.0;
    int i = 1;

    if (!(n >= 2 && n <= 6))
        return 0.0;
    while (i < n) {
        sum = area(f[i - 1], f[i], h) + sum;
        ++i;
    }
    return sum;
}
