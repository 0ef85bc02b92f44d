/* Odometer: 625 pulses are a kilometre. */
static unsigned km;                   /* shows 999999 km and starts again */
static unsigned rest;

void wheel(unsigned n)
{
    unsigned long all = (unsigned long)rest + n;

    km = (unsigned)((km + all / 625) % 1000000);
    rest = (unsigned)(all % 625);
}

unsigned kilometres(void)
{
    return km;
}

unsigned metres(void)
{
    return rest * 8 / 5;
}
