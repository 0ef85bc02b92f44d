/* PWM with eight steps; a new duty is used from the next period on. */
static int duty, next_duty, changed, step;

void pwm_set(int d)
{
    if (d < 0 || d > 8)
        return;
    next_duty = d;
    changed = 1;
}

int pwm_tick(void)
{
    if (step == 0 && changed) {
        duty = next_duty;
        changed = 0;
    }
    int on = step < duty;
    step = (step + 1) % 8;
    return on;
}
