/* Direction of a lift with eight floors: 1 up, -1 down, 0 stay. It keeps its direction while requests lie ahead. */
int dispatch(unsigned char requests, int floor, int direction)
{
    int above = 0, below = 0;
    int i;

    if (floor < 0 || floor > 7)
        return 0;
    for (i = floor + 1; i < 8; i++)
        if (requests & (1 << i))
            above = 1;
    for (i = 0; i < floor; i++)
        if (requests & (1 << i))
            below = 1;
    if (direction >= 0) {
        if (above)
            return 1;
        if (below)
            return -1;
    } else {
        if (below)
            return -1;
        if (above)
            return 1;
    }
    return 0;
}
