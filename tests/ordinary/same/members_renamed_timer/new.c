#define TIMERS 4

struct soft_timer {
    unsigned remaining;
    unsigned period;
    unsigned expirations;
};

static struct soft_timer timers[TIMERS];

int timer_start(unsigned id, unsigned period)
{
    if (id >= TIMERS || period == 0)
        return -1;
    timers[id] = (struct soft_timer){ .remaining = period, .period = period };
    return 0;
}

unsigned timer_tick(void)
{
    unsigned fired = 0;

    for (unsigned i = 0; i < TIMERS; i++) {
        struct soft_timer *t = &timers[i];

        if (t->remaining && --t->remaining == 0) {
            t->remaining = t->period;
            t->expirations++;
            fired |= 1u << i;
        }
    }
    return fired;
}

unsigned timer_hits(unsigned id)
{
    return id < TIMERS ? timers[id].expirations : 0;
}
