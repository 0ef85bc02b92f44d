/* Software watchdog: bites when it is not fed for five ticks. */
static unsigned char age;

void wd_feed(void)
{
    age = 0;
}

int wd_tick(void)
{
    if (age < 5)
        ++age;
    return age == 5;
}
