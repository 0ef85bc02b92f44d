/* Variance of four samples. */
double variance(const double v[4])
{
    double sum = 0.0, mean, total = 0.0;
    int i;

    for (i = 0; i < 4; i++)
        sum += v[i];
    mean = sum / 4.0;
    for (i = 0; i < 4; i++)
        total += (v[i] - mean) * (v[i] - mean);
    return total / 4.0;
}
