/* Software watchdog: bites when it is not fed for five ticks. */
static int left = 5;
static int bitten;

void wd_feed(void)
{
    if (!bitten)
        left = 5;
}

int wd_tick(void)
{
    if (left > 0)
        left--;
    if (left == 0)
        bitten = 1;
    return bitten;
}
