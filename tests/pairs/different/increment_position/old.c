/* Hands out numbers; 0 is left out. */
unsigned last;

unsigned next_id(void)
{
    if (last == 0)
        last = 1;
    return last++;
}
