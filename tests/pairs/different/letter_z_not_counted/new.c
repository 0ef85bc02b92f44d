/* Counts capital letters of a stream. */
static short count;

int letter(int c)
{
    if ((unsigned)(c - 'A') < 25u)
        count = count == 9999 ? 0 : (short)(count + 1);
    return count;
}
