/* Sum of an alternating series of reciprocals. */
double series(int terms)
{
    double sum = 0.0;
    int k;

    for (k = 0; k < terms; k++) {
        if (k % 2 == 0)
            sum = sum + 1.0 / (2.0 * k + 1.0);
        else
            sum = sum - 1.0 / (2.0 * k + 1.0);
    }
    return sum;
}
