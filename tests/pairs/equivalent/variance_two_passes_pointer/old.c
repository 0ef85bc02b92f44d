/* Variance of the first values of a buffer. */
double variance(const double *values, int count)
{
    double mean = 0.0;
    double sum = 0.0;
    int i;

    if (count < 1)
        return 0.0;
    for (i = 0; i < count; i++)
        mean += values[i];
    mean /= count;
    for (i = 0; i < count; i++)
        sum += (values[i] - mean) * (values[i] - mean);
    return sum / count;
}
