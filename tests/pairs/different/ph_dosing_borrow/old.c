/* Dosing time left. */
static unsigned total;

void dose_add(unsigned char s)
{
    total += s;
    if (total > 3599)
        total = 3599;
}

int dose_second(void)
{
    if (total == 0)
        return 0;
    total--;
    return 1;
}

unsigned dose_minutes(void)
{
    return total / 60;
}
