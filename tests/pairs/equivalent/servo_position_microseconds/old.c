/* Servo: 0 to 100 degrees. */
static int degrees = 50;

int servo_move(int by)
{
    if (by > 100)
        by = 100;
    if (by < -100)
        by = -100;
    degrees += by;
    if (degrees > 100)
        degrees = 100;
    if (degrees < 0)
        degrees = 0;
    return degrees;
}

int servo_pulse(void)
{
    return 1000 + degrees * 10;
}
