/* PWM with eight steps; a new duty is used from the next period on. */
static struct {
    unsigned char active, shadow, step;
} pwm;

void pwm_set(int d)
{
    if (d >= 0 && d <= 8)
        pwm.shadow = (unsigned char)d;
}

int pwm_tick(void)
{
    unsigned char s = pwm.step;

    pwm.active = pwm.shadow;
    pwm.step = (s + 1) & 7;
    return s < pwm.active;
}
