/* Clock of a kitchen timer. */
static unsigned t;

void clock_tick(void)
{
    t = (t + 1) % 86400;
}

unsigned clock_hhmm(void)
{
    return t / 3600 * 100 + t / 60 % 60;
}

unsigned clock_seconds(void)
{
    return t % 60;
}
