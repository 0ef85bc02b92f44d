/* base to the power of exponent, by multiplication. */
double power(double base, int exponent)
{
    double result = 1.0;

    while (exponent > 0) {
        result *= base;
        --exponent;
    }
    return result;
}
