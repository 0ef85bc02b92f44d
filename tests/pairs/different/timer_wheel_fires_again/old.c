/* Up to one alarm for each delay of 1 to 7 ticks. */
static unsigned char due[8];          /* due[d]: an alarm in d ticks */

int alarm_in(unsigned delay)
{
    if (delay < 1 || delay > 7)
        return 0;
    due[delay] = 1;
    return 1;
}

int alarm_tick(void)
{
    int fires = due[1];

    for (int d = 1; d < 7; d++)
        due[d] = due[d + 1];
    due[7] = 0;
    return fires;
}
