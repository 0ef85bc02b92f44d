/* Checksum over a triangle of numbers. */
unsigned checksum(unsigned n, unsigned seed)
{
    unsigned i, j;

    for (i = 0; i < n; i++)
        for (j = 0; j < i; j++)
            seed = seed * 17u + (i ^ j);
    return seed;
}
