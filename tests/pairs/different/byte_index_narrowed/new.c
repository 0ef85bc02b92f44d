/* Checks a pattern of parities. */
unsigned pattern(unsigned word, int count)
{
    unsigned hits = 0;
    unsigned char i;

    for (i = 0; i < count && hits < 60000; i++)
        if ((word >> (i & 31)) & 1u)
            hits += i;
    return hits;
}
