/* The smaller of two distances. */
double nearest(double a, double b)
{
    return b < a ? b : a;
}
