/* Which of two readings is larger. */
int order(double a, double b)
{
    if (a - b > 0.0)
        return 1;
    if (a - b < 0.0)
        return -1;
    return 0;
}
