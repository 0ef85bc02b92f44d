/* Variance of four samples. */
static double average(const double v[4])
{
    double s = 0.0;
    for (int i = 0; i < 4; ++i)
        s = v[i] + s;
    return 0.25 * s;
}

double variance(const double v[4])
{
    double mean = average(v), total = 0.0;

    for (int i = 0; i < 4; ++i) {
        double d = mean - v[i];
        total = d * d + total;
    }
    return total * 0.25;
}
