/* Scales a number several times, up or down. */
double scale(double x, int times, int up)
{
    int i;

    for (i = 0; i < times; i++) {
        if (up)
            x = x * 1.5;
        else
            x = x / 1.5;
    }
    return x;
}
