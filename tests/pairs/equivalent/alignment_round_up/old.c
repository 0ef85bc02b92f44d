/* Takes a piece of a pool of 4096 bytes; the start of the piece, or -1 if it does not fit. */
unsigned used;

int reserve(unsigned size)
{
    unsigned rounded = (size + 7) / 8 * 8;
    unsigned start = used;

    if (used > 4096 || size > 4096)
        return -1;
    if (used + rounded > 4096)
        return -1;
    used = used + rounded;
    return (int)start;
}
