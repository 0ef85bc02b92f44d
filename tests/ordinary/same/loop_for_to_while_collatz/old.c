/* Steps to reach one, at most 1000; -1 if it was not reached. */
int collatz_steps(unsigned n)
{
    int steps;

    if (n == 0)
        return -1;
    for (steps = 0; n != 1 && steps < 1000; steps++) {
        if (n % 2 == 0)
            n /= 2;
        else
            n = 3 * n + 1;
    }
    return n == 1 ? steps : -1;
}

unsigned collatz_peak(unsigned n)
{
    unsigned peak = n;

    for (int i = 0; i < 1000 && n > 1; i++) {
        n = n & 1 ? 3 * n + 1 : n >> 1;
        if (n > peak)
            peak = n;
    }
    return peak;
}
