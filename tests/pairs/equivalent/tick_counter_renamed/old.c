/* System tick, counted by the timer interrupt. */
static unsigned ticks;

void tick(void)
{
    ticks++;
}

unsigned uptime_seconds(void)
{
    return ticks / 100u;
}

int elapsed(unsigned since)
{
    return ticks - since >= 50u;
}
