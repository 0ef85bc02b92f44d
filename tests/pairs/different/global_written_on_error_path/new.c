/* Sets the period of a task; refuses what is too short. */
unsigned period_ms;

int configure(unsigned period)
{
    period_ms = period;
    if (period_ms >= 10 && period_ms <= 60000)
        return 0;
    return -1;
}
