/* Value between two points; outside the value at the end. */
double interpolate(double x0, double y0, double x1, double y1, double x)
{
    if (x <= x0)
        return y0;
    if (x >= x1)
        return y1;
    return y0 + (x - x0) * (y1 - y0) / (x1 - x0);
}
