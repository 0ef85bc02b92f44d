/* Scales a number several times, up or down. */
double scale(double x, int times, int up)
{
    int i;

    if (up)
        for (i = 0; i < times; i++)
            x *= 1.5;
    else
        for (i = 0; i < times; i++)
            x /= 1.5;
    return x;
}
