/* Value of a polynomial with up to eight coefficients. */
double evaluate(const double coefficient[8], unsigned terms, double x)
{
    unsigned left = terms < 8 ? terms : 8;
    double value = 0.0;

    while (left != 0) {
        left--;
        value = coefficient[left] + x * value;
    }
    return value;
}
