/* Latched alarms of a tank. */
enum { HIGH = 1, LOW = 2, ACK = 4 };

static unsigned char flags;

void tank_level(int percent)
{
    unsigned char now = 0;

    if (percent > 90)
        now = HIGH;
    else if (percent < 10)
        now = LOW;
    if (now)
        flags = (unsigned char)((flags | now) & ~ACK);
}

void alarm_acknowledge(void)
{
    flags |= ACK;
}

void alarm_reset(void)
{
    if (flags & ACK)
        flags &= (unsigned char)~(HIGH | LOW);
}

int alarm_active(void)
{
    return (flags & (HIGH | LOW)) != 0;
}
