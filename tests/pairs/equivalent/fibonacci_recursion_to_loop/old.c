/* Growth of a population over at most ten generations. */
static unsigned generation(unsigned n)
{
    if (n < 2)
        return n;
    return generation(n - 1) + generation(n - 2);
}

unsigned rabbits(unsigned n)
{
    return generation(n > 10 ? 10 : n);
}
