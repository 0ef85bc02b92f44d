/* Sum of three forces. */
double sum3(double a, double b, double c)
{
    double outer = a + c;
    return outer + b;
}
