/* Fan: duty 0 to 100 percent. */
static int duty;

void fan_duty(int d)
{
    if (d < 0)
        d = 0;
    if (d > 100)
        d = 100;
    duty = d;
}

int fan_rpm(void)
{
    return duty < 10 ? 0 : duty * 30;
}
