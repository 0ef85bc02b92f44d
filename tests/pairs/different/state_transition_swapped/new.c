/* State of a door after an event: 0 closed, 1 opening, 2 open, 3 closing. */
static const unsigned char follower[4][3] = {
    {0, 1, 0},
    {2, 1, 3},
    {2, 2, 3},
    {0, 3, 1},
};

unsigned next_state(unsigned state, unsigned event)
{
    if (state > 3 || event > 2)
        return 0;
    return follower[state][event];
}
