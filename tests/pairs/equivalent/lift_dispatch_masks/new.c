/* Direction of a lift with eight floors: 1 up, -1 down, 0 stay. It keeps its direction while requests lie ahead. */
int dispatch(unsigned char requests, int floor, int direction)
{
    unsigned here, above, below;

    if ((unsigned)floor >= 8)
        return 0;
    here = 1u << floor;
    below = requests & (here - 1);
    above = requests & ~(here | (here - 1));
    if (above && (direction >= 0 || !below))
        return 1;
    return below ? -1 : 0;
}
