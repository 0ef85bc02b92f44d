/* Scalar product of two vectors of four. */
double dot(const double a[4], const double b[4])
{
    double s = 0.0;
    for (int i = 0; i < 4; i++)
        s += a[i] * b[i];
    return s;
}
