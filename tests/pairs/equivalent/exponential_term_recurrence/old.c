/* Partial sum of the exponential series. */
double terms(double x, int n)
{
    double sum = 1.0;
    double term = 1.0;
    int k;

    for (k = 1; k <= n; k++) {
        term = term * x / k;
        sum = sum + term;
    }
    return sum;
}
