/* Change per step; steps may count backwards. */
int average_change(int change, int steps)
{
    if (steps == 0)
        return 0;
    return change / steps;
}
