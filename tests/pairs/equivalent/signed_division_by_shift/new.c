/* An encoder angle in steps of sixteen ticks, rounded to zero. */
int coarse_angle(int ticks)
{
    int bias = (ticks >> 31) & 15;

    return (ticks + bias) >> 4;
}
