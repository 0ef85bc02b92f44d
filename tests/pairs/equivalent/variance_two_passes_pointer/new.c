/* Variance of the first values of a buffer. */
double variance(const double *values, int count)
{
    const double *end = values + count;
    const double *at;
    double mean = 0.0;
    double sum = 0.0;

    if (count <= 0)
        return 0.0;
    for (at = values; at < end; at++)
        mean += *at;
    mean /= count;
    for (at = values; at < end; at++) {
        double off = *at - mean;

        sum += off * off;
    }
    return sum / count;
}
