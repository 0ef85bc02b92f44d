/* 3 for an equilateral, 2 for an isosceles, 1 for another triangle, 0 for none. */
static int none(double a, double b, double c)
{
    return c >= b + a || a >= c + b || b >= c + a;
}

int kind(double a, double b, double c)
{
    int n = 1;

    if (0.0 >= c || 0.0 >= b || 0.0 >= a || none(a, b, c))
        return 0;
    if (a == b || c == a || c == b)
        n = a == c && c == b ? 3 : 2;
    return n;
}
