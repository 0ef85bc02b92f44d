/* step taken count times. */
unsigned times(unsigned step, unsigned count)
{
    unsigned sum = 0;
    unsigned i;

    for (i = 0; i < count; i++)
        sum += step;
    return sum;
}
