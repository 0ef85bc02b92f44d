/* Direction of a lift with eight floors: 1 up, -1 down, 0 stay. */
int dispatch(unsigned char requests, int floor, int direction)
{
    unsigned here, above, below;

    if (floor < 0 || floor > 7)
        return 0;
    here = 1u << floor;
    below = requests & (here - 1);
    above = requests & ~(here - 1);
    if (direction >= 0)
        return above ? 1 : below ? -1 : 0;
    return below ? -1 : above ? 1 : 0;
}
