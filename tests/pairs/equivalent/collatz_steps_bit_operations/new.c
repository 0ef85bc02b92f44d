/* Number of Collatz steps from n to 1, at most limit. */
unsigned collatz_steps(unsigned n, unsigned limit)
{
    unsigned steps;

    for (steps = 0; steps < limit; ++steps) {
        if (n == 1)
            break;
        n = (n & 1) ? (n << 1) + n + 1 : n >> 1;
    }
    return steps;
}
