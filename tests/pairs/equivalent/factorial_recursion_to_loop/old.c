/* How many orders n stations can be visited in; 0 if that does not fit. */
static unsigned factorial(unsigned n)
{
    if (n < 2)
        return 1;
    return n * factorial(n - 1);
}

unsigned permutations(unsigned n)
{
    if (n > 12)
        return 0;
    return factorial(n);
}
