/* Cost of a pipe of n pieces and one connector. */
#define COST(pieces) ((pieces) * 17u)

unsigned area_cost(unsigned n)
{
    unsigned base = 100u;

    if (n == 0)
        return base;
    return base + COST(n + 1);
}
