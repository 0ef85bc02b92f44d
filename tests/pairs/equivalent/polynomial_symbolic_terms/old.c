/* Value of a polynomial with up to eight coefficients. */
double evaluate(const double coefficient[8], unsigned terms, double x)
{
    double value = 0.0;
    int i;

    if (terms > 8)
        terms = 8;
    for (i = (int)terms - 1; i >= 0; i--)
        value = value * x + coefficient[i];
    return value;
}
