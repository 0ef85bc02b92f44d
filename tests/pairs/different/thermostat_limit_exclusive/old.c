/* Two-point controller with hysteresis. */
static int on;
static int setpoint = 200;          /* tenths of a degree */

void heat_set(int t)
{
    if (t >= 50 && t <= 300)
        setpoint = t;
}

int heat_step(int measured)
{
    if (measured < setpoint - 5)
        on = 1;
    else if (measured > setpoint + 5)
        on = 0;
    return on;
}
