/* Timers with handles 0 to 3. */
struct timer { int period, left, on; };

static struct timer timers[4];

int timer_start(int h, int period)
{
    if (h < 0 || h > 3 || period <= 0)
        return -1;
    timers[h].period = timers[h].left = period;
    timers[h].on = 1;
    return 0;
}

int timer_stop(int h)
{
    if (h < 0 || h > 3)
        return -1;
    timers[h].on = 0;
    return 0;
}

int timer_tick(int h)
{
    struct timer *t;

    if (h < 0 || h > 3)
        return 0;
    t = &timers[h];
    if (!t->on || --t->left > 0)
        return 0;
    t->left = t->period;
    return 1;
}
