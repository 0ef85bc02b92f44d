/* Cost of a pipe of n pieces and one connector. */
#define COST(pieces) (17u * pieces)

unsigned area_cost(unsigned n)
{
    unsigned base = 100u;

    if (n == 0)
        return base;
    return base + COST(n + 1);
}
