/* Fan: duty 0 to 100 percent. */
static short rpm;

void fan_duty(int d)
{
    int clamped = d > 100 ? 100 : d;

    rpm = (short)(clamped >= 10 ? 30 * clamped : 0);
}

int fan_rpm(void)
{
    return rpm;
}
