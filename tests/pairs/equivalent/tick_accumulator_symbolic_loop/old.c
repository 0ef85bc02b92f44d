/* Advances a stepper motor by some ticks; counts full turns of its twelve phases. */
unsigned phase;
unsigned total;

void run_ticks(unsigned ticks)
{
    unsigned i;

    for (i = 0; i < ticks; i++) {
        phase = phase + 1;
        if (phase >= 12) {
            phase = 0;
            total = total + 1;
        }
    }
}
