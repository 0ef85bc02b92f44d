/* Width of a range, clamped. */
static int most = 100;

int span(int low, int high)
{
    unsigned width;

    if (low > high)
        return 0;
    width = (unsigned)high - (unsigned)low;
    if (width > 0x7fffffffu)
        return 0x7fffffff;
    return (int)width > most ? most : (int)width;
}

void span_limit(int limit)
{
    most = limit;
}
