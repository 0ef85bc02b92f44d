/* Steps to reach one, at most 1000; -1 if it was not reached. */
int collatz_steps(unsigned n)
{
    int steps = 0;

    if (n == 0)
        return -1;
    while (n != 1) {
        if (steps == 1000)
            return -1;
        n = n & 1 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}

unsigned collatz_peak(unsigned n)
{
    unsigned peak = n;
    int left = 1000;

    while (n > 1 && left-- > 0) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        peak = n > peak ? n : peak;
    }
    return peak;
}
