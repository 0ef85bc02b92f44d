/* Root of x * x * x = target by bisection. */
static int above(double x, double target)
{
    return x * x * x > target;
}

double bisect(double target, int steps)
{
    double low = 0.0;
    double high = target;
    int i;

    for (i = 0; i < steps; i++) {
        double mid;

        if (!(high - low > 1e-9))
            break;
        mid = (low + high) * 0.5;
        if (above(mid, target))
            high = mid;
        else
            low = mid;
    }
    return low;
}
