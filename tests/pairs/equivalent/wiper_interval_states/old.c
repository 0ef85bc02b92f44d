/* Wiper: one wipe every five ticks while interval is on. */
static int on;
static int since;

void wiper(int interval)
{
    on = interval != 0;
    if (!on)
        since = 0;
}

int wiper_tick(void)
{
    if (!on)
        return 0;
    if (since == 0) {
        since = 1;
        return 1;
    }
    since++;
    if (since == 5)
        since = 0;
    return 0;
}
