/* Delay before a connection is tried again, in milliseconds. */
static int delay = 10;
static int failed;

void link_failed(void)
{
    failed = 1;
    delay *= 2;
    if (delay > 640)
        delay = 640;
}

void link_up(void)
{
    failed = 0;
    delay = 10;
}

int link_delay(void)
{
    return failed ? delay : 0;
}
