static unsigned char phase;
static const unsigned char pattern[6] = { 4, 6, 2, 3, 1, 5 };

int motor_step(int forward)
{
    if (forward)
        phase = (unsigned char)((phase + 1) % 6);
    else
        phase = (unsigned char)((phase + 5) % 6);
    return pattern[phase];
}

int motor_phase(void)
{
    return phase;
}

void motor_home(void)
{
    phase = 0;
}
