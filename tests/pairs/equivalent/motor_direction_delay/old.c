/* A motor may reverse only after standing three ticks. */
static int direction;
static int wanted;
static int wait;

void motor_want(int d)
{
    wanted = d > 0 ? 1 : d < 0 ? -1 : 0;
}

int motor_tick(void)
{
    if (wait > 0) {
        wait--;
        return 0;
    }
    if (wanted == -direction && direction != 0) {
        direction = 0;
        wait = 2;
        return 0;
    }
    direction = wanted;
    return direction;
}
