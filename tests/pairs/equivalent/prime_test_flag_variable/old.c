/* Whether n is prime. */
int is_prime(unsigned n)
{
    unsigned d;

    if (n < 2)
        return 0;
    for (d = 2; d < n; d++)
        if (n % d == 0)
            return 0;
    return 1;
}
