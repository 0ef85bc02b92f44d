/* Position of a spool between -1000 and 1000, kept as magnitude and sign. */
static unsigned magnitude;
static int negative;

int spool_move(signed char steps)
{
    int p = negative ? -(int)magnitude : (int)magnitude;

    p += steps;
    if (p > 1000)
        p = 1000;
    if (p < -1000)
        p = -1000;
    negative = p < 0;
    magnitude = (unsigned)(negative ? -p : p);
    return p;
}

unsigned spool_distance(void)
{
    return magnitude;
}
