/* 3 for an equilateral, 2 for an isosceles, 1 for another triangle, 0 for none. */
int kind(double a, double b, double c)
{
    if (a <= 0.0 || b <= 0.0 || c <= 0.0)
        return 0;
    if (a + b <= c || b + c <= a || a + c <= b)
        return 0;
    if (a == b && b == c)
        return 3;
    if (a == b || b == c || a == c)
        return 2;
    return 1;
}
