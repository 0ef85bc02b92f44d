/* Timers with handles 0 to 3. */
static int period_of[4], elapsed[4];          /* period 0: off */

int timer_start(int h, int period)
{
    if (h < 0 || h > 3 || period <= 0)
        return -1;
    period_of[h] = period;
    elapsed[h] = 0;
    return 0;
}

int timer_stop(int h)
{
    if ((unsigned)h > 3u)
        return -1;
    period_of[h] = 0;
    return 0;
}

int timer_tick(int h)
{
    if ((unsigned)h > 3u || period_of[h] == 0)
        return 0;
    if (++elapsed[h] < period_of[h])
        return 0;
    elapsed[h] = 0;
    return 1;
}
