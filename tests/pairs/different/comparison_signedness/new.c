/* Whether an offset lies before the end of a file. */
int has_room(int offset, unsigned size)
{
    return offset < size;
}
