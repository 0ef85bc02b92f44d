/* Limits a demand to -1 .. 1. */
double limited(double v)
{
    if (v > 1.0)
        return 1.0;
    if (v < -1.0)
        return -1.0;
    return v;
}
