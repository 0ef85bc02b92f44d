/* Checks a pattern of parities. */
unsigned pattern(unsigned word, int count)
{
    unsigned hits = 0;
    long i;

    for (i = 0; i < count; ++i)
        hits += (word >> (i & 31)) & 1u;
    return hits;
}
