/* Counts zero crossings of a signal; zero counts as positive. */
unsigned crossings;

int crossed_zero(int before, int now)
{
    int crossed = (before ^ now) < 0;

    crossings += (unsigned)crossed;
    return crossed;
}
