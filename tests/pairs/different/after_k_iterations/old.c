/* Level of a tank after some steps. */
unsigned level_after(unsigned inflow, unsigned steps)
{
    unsigned level = 0;
    unsigned i;

    if (inflow > 100)
        inflow = 100;
    if (steps > 50)
        steps = 50;
    for (i = 0; i < steps; i++) {
        level = level + inflow;
        if (level > 1000)
            level = 1000;
    }
    return level;
}
