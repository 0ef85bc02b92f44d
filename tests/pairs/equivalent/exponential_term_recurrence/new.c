/* Partial sum of the exponential series. */
static double next(double term, double x, int k)
{
    return term * x / k;
}

double terms(double x, int n)
{
    double sum = 1.0;
    double term = 1.0;
    int k = 0;

    while (++k <= n) {
        term = next(term, x, k);
        sum += term;
    }
    return sum;
}
