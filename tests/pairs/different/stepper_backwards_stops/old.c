/* Stepper motor, one phase of four at a time. */
static int phase;

int stepper(int direction)
{
    static const int pattern[4] = {1, 2, 4, 8};

    if (direction > 0)
        phase = (phase + 1) & 3;
    else if (direction < 0)
        phase = (phase - 1) & 3;
    return pattern[phase];
}
