/* step taken count times. */
unsigned times(unsigned step, unsigned count)
{
    return step * count;
}
