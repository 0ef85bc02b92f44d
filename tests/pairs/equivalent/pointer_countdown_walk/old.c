/* Sum of the first samples of a buffer. */
int sum_samples(const int *samples, unsigned count)
{
    unsigned sum = 0;
    unsigned i;

    for (i = 0; i < count; i++)
        sum += (unsigned)samples[i];
    return (int)sum;
}
