/* Width of a range, clamped. */
static int most = 100;

int span(low, high)
int low, high;
{
    int width;

    if (high < low)
        return 0;
    width = high - low;
    if (width < 0 || width > most)
        width = most;
    return width;
}

void span_limit(limit)
int limit;
{
    most = limit;
}
