/* Backlight with limits that can be set. */
static struct limits {
    long low, high;
} range = {5, 95};
static long now = 50;

static long within(struct limits r, long v)
{
    if (v < r.low)
        return r.low;
    return v > r.high ? r.high : v;
}

int backlight_limits(long l, long h)
{
    if (l < 0 || h > 100 || l > h)
        return -1;
    range = (struct limits){l, h};
    now = within(range, now);
    return (int)now;
}

int backlight_step(long by)
{
    now = within(range, now + by);
    return (int)now;
}
