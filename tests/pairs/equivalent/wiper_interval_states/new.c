/* Wiper: one wipe every five ticks while interval is on. */
enum { PARKED = -1 };

static signed char wait = PARKED;          /* ticks until the next wipe */

void wiper(int interval)
{
    if (!interval)
        wait = PARKED;
    else if (wait == PARKED)
        wait = 0;
}

int wiper_tick(void)
{
    if (wait == PARKED)
        return 0;
    if (wait == 0) {
        wait = 4;
        return 1;
    }
    wait--;
    return 0;
}
