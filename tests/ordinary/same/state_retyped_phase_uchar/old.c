static int phase;
static const int pattern[6] = { 4, 6, 2, 3, 1, 5 };

int motor_step(int forward)
{
    if (forward)
        phase = phase == 5 ? 0 : phase + 1;
    else
        phase = phase == 0 ? 5 : phase - 1;
    return pattern[phase];
}

int motor_phase(void)
{
    return phase;
}

void motor_home(void)
{
    while (phase != 0)
        motor_step(0);
}
