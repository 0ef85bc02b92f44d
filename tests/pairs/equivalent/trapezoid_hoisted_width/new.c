/* Area under a parabola by trapezoids. */
double area(double from, double to, int n)
{
    double sum = 0.0;
    double h;
    int i;

    if (n < 1)
        return sum;
    h = (to - from) / n;
    for (i = 0; i != n; ++i) {
        double x = from + h * i;
        double y = from + h * (i + 1);

        sum = sum + h * (x * x + y * y) / 2.0;
    }
    return sum;
}
