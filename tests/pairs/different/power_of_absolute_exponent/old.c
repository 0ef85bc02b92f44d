/* base to the power of exponent, by multiplication. */
double power(double base, int exponent)
{
    double result = 1.0;
    int i;

    for (i = 0; i < exponent; i++)
        result = result * base;
    return result;
}
