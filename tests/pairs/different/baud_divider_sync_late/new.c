/* Divides a clock by sixteen. */
static signed char phase = 15;

int divider(void)
{
    if (--phase >= 0)
        return 0;
    phase = 15;
    return 1;
}

void divider_sync(void)
{
    phase = 8;
}
