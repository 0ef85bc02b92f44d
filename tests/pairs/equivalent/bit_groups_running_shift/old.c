/* Mixes bits of a key into groups of three. */
unsigned shifts(unsigned key, int groups)
{
    unsigned out = 0;
    int i;

    for (i = 0; i < groups; i++)
        out = out * 7u + ((key >> ((3 * i) & 31)) & 7u);
    return out;
}
