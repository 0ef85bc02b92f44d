#include <stdbool.h>

static int armed;
static int tripped;

void alarm_arm(int on)
{
    armed = on != 0;
    tripped &= armed;
}

int alarm_sense(int motion)
{
    tripped |= armed && motion;
    return tripped;
}

int alarm_bits(void)
{
    return (tripped ? 2 : 0) + (armed ? 1 : 0);
}
