#define TIMERS 4

static struct tmr {
    unsigned cnt;
    unsigned rld;
    unsigned hits;
} tmr[TIMERS];

int timer_start(unsigned id, unsigned period)
{
    if (id >= TIMERS || period == 0)
        return -1;
    tmr[id].cnt = period;
    tmr[id].rld = period;
    tmr[id].hits = 0;
    return 0;
}

unsigned timer_tick(void)
{
    unsigned fired = 0;

    for (unsigned i = 0; i < TIMERS; i++) {
        if (tmr[i].cnt && --tmr[i].cnt == 0) {
            tmr[i].cnt = tmr[i].rld;
            tmr[i].hits++;
            fired |= 1u << i;
        }
    }
    return fired;
}

unsigned timer_hits(unsigned id)
{
    return id < TIMERS ? tmr[id].hits : 0;
}
