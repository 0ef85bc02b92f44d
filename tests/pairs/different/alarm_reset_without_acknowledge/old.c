/* Latched alarms of a tank. */
static int high, low, acknowledged;

void tank_level(int percent)
{
    if (percent > 90) {
        high = 1;
        acknowledged = 0;
    }
    if (percent < 10) {
        low = 1;
        acknowledged = 0;
    }
}

void alarm_acknowledge(void)
{
    acknowledged = 1;
}

void alarm_reset(void)
{
    if (!acknowledged)
        return;
    high = low = 0;
}

int alarm_active(void)
{
    return high || low;
}
