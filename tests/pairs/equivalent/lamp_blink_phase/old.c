/* Status lamp: three ticks on, seven ticks off. */
static int phase;

int lamp_tick(void)
{
    int lit = phase < 3;

    phase++;
    if (phase == 10)
        phase = 0;
    return lit;
}

void lamp_restart(void)
{
    phase = 0;
}
