/* Half of an offset, to zero. */
int halved(int offset, int keep)
{
    if (keep)
        return offset;
    return offset >> 1;
}
