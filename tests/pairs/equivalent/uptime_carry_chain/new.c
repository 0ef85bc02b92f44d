/* Clock of a kitchen timer. */
static unsigned char s, m, h;

void clock_tick(void)
{
    if (++s < 60)
        return;
    s = 0;
    if (++m < 60)
        return;
    m = 0;
    if (++h == 24)
        h = 0;
}

unsigned clock_hhmm(void)
{
    return h * 100u + m;
}

unsigned clock_seconds(void)
{
    return s;
}
