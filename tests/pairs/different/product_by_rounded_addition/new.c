/* step taken count times. */
unsigned times(unsigned step, unsigned count)
{
    unsigned sum = 0;
    unsigned i;

    for (i = 0; i < count; i += 4)
        sum += 4 * step;
    return sum;
}
