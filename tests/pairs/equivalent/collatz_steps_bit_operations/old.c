/* Number of Collatz steps from n to 1, at most limit. */
unsigned collatz_steps(unsigned n, unsigned limit)
{
    unsigned steps = 0;

    while (n != 1 && steps < limit) {
        if (n % 2 == 0)
            n = n / 2;
        else
            n = 3 * n + 1;
        steps++;
    }
    return steps;
}
