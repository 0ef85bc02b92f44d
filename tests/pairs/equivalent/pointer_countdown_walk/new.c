/* Sum of the first samples of a buffer. */
int sum_samples(const int *samples, unsigned count)
{
    unsigned sum = 0;

    while (count--)
        sum += (unsigned)*samples++;
    return (int)sum;
}
