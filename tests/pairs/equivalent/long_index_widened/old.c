/* Checks a pattern of parities. */
unsigned pattern(unsigned word, int count)
{
    unsigned hits = 0;
    int i;

    for (i = 0; i < count; i++)
        if ((word >> (i & 31)) & 1u)
            hits++;
    return hits;
}
