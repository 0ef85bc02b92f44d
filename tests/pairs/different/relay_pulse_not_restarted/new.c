/* A relay that is on for a number of ticks. */
void relay(int on);

static struct {
    unsigned char active;
    unsigned char done, length;
} pulse;

void relay_pulse(unsigned char ticks)
{
    if (!ticks)
        return;
    if (!pulse.active) {
        pulse.active = 1;
        relay(1);
    }
    pulse.length = ticks;
}

void relay_tick(void)
{
    if (pulse.active && ++pulse.done == pulse.length) {
        pulse.active = 0;
        relay(0);
    }
}
