/* Counts zero crossings of a signal; zero counts as positive. */
unsigned crossings;

int crossed_zero(int before, int now)
{
    if ((before < 0 && now >= 0) || (before >= 0 && now < 0)) {
        crossings++;
        return 1;
    }
    return 0;
}
