/* An encoder angle in steps of sixteen ticks, rounded to zero. */
int coarse_angle(int ticks)
{
    return ticks / 16;
}
