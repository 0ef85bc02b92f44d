/* Odometer: 625 pulses are a kilometre. */
static unsigned long pulses;          /* shows 999999 km and starts again */

#define TURN (1000000ul * 625)

void wheel(unsigned n)
{
    pulses = (pulses + n) % TURN;
}

unsigned kilometres(void)
{
    return (unsigned)(pulses / 625);
}

unsigned metres(void)
{
    return (unsigned)(pulses % 625 * 1000 / 625);
}
