/* Backlight with limits that can be set. */
static short low = 5, high = 95, now = 50;

int backlight_limits(short l, short h)
{
    if (l < 0 || h > 100 || l > h)
        return -1;
    low = l;
    high = h;
    if (now < low)
        now = low;
    if (now > high)
        now = high;
    return now;
}

int backlight_step(short by)
{
    int v = now + by;

    now = (short)(v < low ? low : v > high ? high : v);
    return now;
}
