/* Delay before a connection is tried again, in milliseconds. */
static unsigned char shift;

void link_failed(void)
{
    if (shift < 6)
        shift++;
}

void link_up(void)
{
    shift = 0;
}

int link_delay(void)
{
    return shift == 0 ? 0 : 10 << shift;
}
