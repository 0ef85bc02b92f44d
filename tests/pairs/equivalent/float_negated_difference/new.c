/* Slope of a line through two points; 0 for a flat or a vertical one. */
double slope(double x0, double y0, double x1, double y1)
{
    double dx, dy;

    if (y1 == y0)
        return 0.0;
    if (x1 == x0)
        return 0.0;
    dx = x0 - x1;
    dy = y0 - y1;
    return dy / dx;
}
