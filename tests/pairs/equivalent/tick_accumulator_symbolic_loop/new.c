/* Advances a stepper motor by some ticks; counts full turns of its twelve phases. */
unsigned phase;
unsigned total;

static int tick(void)
{
    if (phase + 1 < 12) {
        ++phase;
        return 0;
    }
    phase = 0;
    return 1;
}

void run_ticks(unsigned ticks)
{
    while (ticks--)
        total += (unsigned)tick();
}
