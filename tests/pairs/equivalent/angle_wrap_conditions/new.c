/* An angle in degrees brought near zero by one turn. */
double wrap(double angle)
{
    const double half = 180.0, full = 2.0 * half;
    if (-half > angle)
        return full + angle;
    if (!(angle > half))
        return angle;
    return angle - full;
}
