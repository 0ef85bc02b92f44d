/* Takes a piece of a pool of 4096 bytes; the start of the piece, or -1 if it does not fit. */
#define POOL 4096u
unsigned used;

int reserve(unsigned size)
{
    unsigned start = used;
    unsigned rounded;

    if (size > POOL || start > POOL)
        return -1;
    rounded = (size + 7u) & ~7u;
    if (rounded > POOL - start)
        return -1;
    used += rounded;
    return (int)start;
}
