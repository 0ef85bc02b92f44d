/* The decimal digits of n in reverse. */
unsigned reverse(unsigned n)
{
    unsigned result = 0;

    do {
        unsigned rest = n / 10;

        result = result * 10 + (n - rest * 10);
        n = rest;
    } while (n != 0);
    return result;
}
