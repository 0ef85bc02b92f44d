/* Soft start of a motor: duty cycle in percent, five per step. */
static signed char steps = -1;          /* -1: stopped */

void motor_start(void)
{
    steps = 0;
}

void motor_stop(void)
{
    steps = -1;
}

int motor_step(void)
{
    if (steps < 0)
        return 0;
    if (steps <= 20)
        steps++;
    return steps * 5;
}
