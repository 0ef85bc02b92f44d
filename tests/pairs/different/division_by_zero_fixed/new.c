/* Mean current over some samples. */
unsigned mean_current(unsigned charge, unsigned samples)
{
    unsigned mean;

    if (samples == 0)
        return 0;
    mean = charge / samples;
    return mean > 5000 ? 5000 : mean;
}
