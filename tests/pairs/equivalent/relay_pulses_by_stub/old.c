/* A relay that is on for a number of ticks. */
void relay(int on);

static int left;

void relay_pulse(unsigned char ticks)
{
    if (ticks == 0)
        return;
    if (left == 0)
        relay(1);
    left = ticks;
}

void relay_tick(void)
{
    if (left == 0)
        return;
    left--;
    if (left == 0)
        relay(0);
}
