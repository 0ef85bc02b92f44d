/* Mean of the first values of a buffer. */
static double total(const double *from, const double *end)
{
    double sum = 0.0;

    for (; from != end; from++)
        sum += *from;
    return sum;
}

double mean(const double *values, int count)
{
    if (count <= 0)
        return 0.0;
    return total(values, values + count) / count;
}
