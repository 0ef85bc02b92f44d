/* Scalar product of two vectors of four. */
double dot(const double a[4], const double b[4])
{
    double s = 0.0, t;
    int i = 0;
    do {
        t = b[i] * a[i];
        s = t + s;
        i++;
    } while (i != 4);
    return s;
}
