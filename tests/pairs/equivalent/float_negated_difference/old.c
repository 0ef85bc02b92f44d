/* Slope of a line through two points; 0 for a flat or a vertical one. */
double slope(double x0, double y0, double x1, double y1)
{
    if (x0 == x1 || y0 == y1)
        return 0.0;
    return (y1 - y0) / (x1 - x0);
}
