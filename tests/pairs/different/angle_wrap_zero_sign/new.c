/* An angle in degrees brought near zero by one turn. */
double wrap(double angle)
{
    if (angle > 180.0)
        angle = -(360.0 - angle);
    else if (angle < -180.0)
        angle = angle + 360.0;
    return angle;
}
