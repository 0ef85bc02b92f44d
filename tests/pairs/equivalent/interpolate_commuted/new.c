/* Value between two points; outside the value at the end. */
double interpolate(double x0, double y0, double x1, double y1, double x)
{
    double slope_part;

    if (!(x0 < x) && x == x && x0 == x0)
        return y0;
    else if (!(x < x1) && !(x != x) && !(x1 != x1))
        return y1;
    slope_part = (y1 - y0) * (x - x0);
    return slope_part / (x1 - x0) + y0;
}
