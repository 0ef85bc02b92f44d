/* A motor may reverse only after standing three ticks. */
enum { BACK, STAND, FORTH };

static struct {
    unsigned char now, want, pause;
} motor = {STAND, STAND, 0};

void motor_want(int d)
{
    motor.want = (unsigned char)((d > 0) - (d < 0) + STAND);
}

int motor_tick(void)
{
    if (motor.pause) {
        motor.pause--;
        return 0;
    }
    if (motor.now != STAND && motor.want == FORTH - motor.now) {
        motor.now = STAND;
        motor.pause = 2;
        return 0;
    }
    motor.now = motor.want;
    return motor.now - STAND;
}
