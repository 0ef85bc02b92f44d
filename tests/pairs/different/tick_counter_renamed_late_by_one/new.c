/* System tick, counted by the timer interrupt. */
static struct {
    unsigned n;
} timebase;

void tick(void)
{
    timebase.n += 1;
}

unsigned uptime_seconds(void)
{
    return timebase.n / 100u;
}

int elapsed(unsigned since)
{
    unsigned age = timebase.n - since;

    return !(age <= 50u);
}
