/* Turn signal: at least three flashes; flashes on while the lever is held. */
static unsigned char half;          /* half periods to go; odd: dark phase next */

int signal_tick(int lever)
{
    if (half == 0)
        half = lever ? 4 : 0;
    if (half == 0)
        return 0;
    if (half % 2 == 0) {
        half--;
        if (lever && half == 1)
            half = 3;
        return 1;
    }
    half--;
    return 0;
}
