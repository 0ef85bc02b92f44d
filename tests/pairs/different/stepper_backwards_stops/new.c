/* Stepper motor, one phase of four at a time. */
static unsigned coils = 1;

int stepper(int direction)
{
    if (direction > 0)
        coils = coils == 8 ? 1 : coils << 1;
    if (direction < 0)
        coils = coils == 1 ? 1 : coils >> 1;
    return (int)coils;
}
