/* Missed beats of a watchdog, counted on from a start value. */
unsigned watchdog(unsigned char start, unsigned beats)
{
    unsigned missed = start;
    unsigned i;

    for (i = 0; i < beats && i < 20; i++)
        missed++;
    return missed;
}
