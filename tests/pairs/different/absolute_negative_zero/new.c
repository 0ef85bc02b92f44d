/* Distance to the origin on a line. */
double distance_to(double x)
{
    if (x < 0.0)
        return -x;
    return x;
}
