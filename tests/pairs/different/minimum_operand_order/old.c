/* The smaller of two distances. */
double nearest(double a, double b)
{
    return a < b ? a : b;
}
