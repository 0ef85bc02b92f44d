/* Height above the reference. */
static double *origin(void)
{
    static double metres;

    return &metres;
}

void altitude_zero(double h)
{
    if (h != h)
        return;
    *origin() = h;
}

double altitude(double h)
{
    return h - *origin();
}
