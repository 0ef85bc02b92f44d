/* Soft start of a motor: duty cycle in percent, five per step. */
static int percent;
static int running;

void motor_start(void)
{
    running = 1;
    percent = 0;
}

void motor_stop(void)
{
    running = 0;
    percent = 0;
}

int motor_step(void)
{
    if (running && percent < 100)
        percent += 5;
    return percent;
}
