/* Root of x * x * x = target by bisection. */
double bisect(double target, int steps)
{
    double low = 0.0;
    double high = target;

    while (steps > 0 && high - low > 1e-9) {
        double mid = (low + high) / 2.0;

        if (mid * mid * mid > target)
            high = mid;
        else
            low = mid;
        steps--;
    }
    return low;
}
