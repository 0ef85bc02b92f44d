/* Area under a parabola by trapezoids. */
double area(double from, double to, int n)
{
    double sum = 0.0;
    int i;

    for (i = 0; i < n; i++) {
        double h = (to - from) / n;
        double x = from + i * h;
        double y = from + (i + 1) * h;

        sum += (x * x + y * y) * h / 2.0;
    }
    return sum;
}
