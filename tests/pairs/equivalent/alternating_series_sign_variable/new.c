/* Sum of an alternating series of reciprocals. */
double series(int terms)
{
    double sum = 0.0;
    int odd = 0;
    int k;

    for (k = 0; k < terms; k++) {
        double term = 1.0 / (2.0 * k + 1.0);

        if (!odd)
            sum += term;
        else
            sum -= term;
        odd = !odd;
    }
    return sum;
}
