/* Checksum over a triangle of numbers. */
static unsigned row(unsigned i, unsigned seed)
{
    unsigned j;

    for (j = 0; j <= i; j++)
        seed = 17u * seed + (j ^ i);
    return seed;
}

unsigned checksum(unsigned n, unsigned seed)
{
    unsigned i;

    for (i = 0; i < n; i++)
        seed = row(i, seed);
    return seed;
}
