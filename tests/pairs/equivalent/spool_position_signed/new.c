/* Position of a spool between -1000 and 1000. */
static int position;

int spool_move(signed char steps)
{
    position += steps;
    if (position < -1000)
        position = -1000;
    else if (position > 1000)
        position = 1000;
    return position;
}

unsigned spool_distance(void)
{
    return (unsigned)(position < 0 ? -position : position);
}
