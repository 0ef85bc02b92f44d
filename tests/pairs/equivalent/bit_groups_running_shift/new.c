/* Mixes bits of a key into groups of three. */
unsigned shifts(unsigned key, int groups)
{
    unsigned out = 0;
    unsigned shift = 0;

    while (groups-- > 0) {
        out = out * 7u + ((key >> (shift & 31)) & 7u);
        shift += 3;
    }
    return out;
}
