/* Level of a tank after some steps. */
unsigned level_after(unsigned inflow, unsigned steps)
{
    unsigned level = 0;

    if (inflow > 100)
        inflow = 100;
    if (steps > 50)
        steps = 50;
    while (steps-- > 0)
        level += inflow;
    return level;
}
