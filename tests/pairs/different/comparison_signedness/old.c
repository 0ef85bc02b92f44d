/* Whether an offset lies before the end of a file. */
int has_room(int offset, unsigned size)
{
    if (offset < 0)
        return 1;
    return (unsigned)offset < size;
}
