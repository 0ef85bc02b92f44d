/* Sets the period of a task; refuses what is too short. */
unsigned period_ms;

int configure(unsigned period)
{
    if (period < 10 || period > 60000)
        return -1;
    period_ms = period;
    return 0;
}
