/* How many orders n stations can be visited in; 0 if that does not fit. */
unsigned permutations(unsigned n)
{
    unsigned product = 1;

    if (n > 12)
        return 0;
    for (; n >= 2; n--)
        product *= n;
    return product;
}
