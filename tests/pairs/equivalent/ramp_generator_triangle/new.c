/* Triangle wave between 0 and 8. */
static unsigned phase;

int triangle(void)
{
    unsigned p = phase;

    phase = (phase + 1) % 16;
    return (int)(p <= 8 ? p : 16 - p);
}
