/* Servo: 0 to 100 degrees. */
static short pulse = 1500;

int servo_move(int by)
{
    int to;

    if (by < -100)
        by = -100;
    else if (by > 100)
        by = 100;
    to = pulse + 10 * by;
    pulse = (short)(to < 1000 ? 1000 : to > 2000 ? 2000 : to);
    return (pulse - 1000) / 10;
}

int servo_pulse(void)
{
    return pulse;
}
