/* At most eight pulses may be sent before the pump must rest. */
#define PULSES 8

static int left = PULSES;

int pulse(void)
{
    if (left == 0)
        return 0;
    left--;
    return 1;
}

int pulses_left(void)
{
    return left;
}

void rest(void)
{
    left = PULSES - 1;
}
