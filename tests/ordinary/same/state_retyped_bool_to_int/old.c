#include <stdbool.h>

static bool armed;
static bool tripped;

void alarm_arm(int on)
{
    armed = on;
    if (!armed)
        tripped = false;
}

int alarm_sense(int motion)
{
    if (armed && motion)
        tripped = true;
    return tripped;
}

int alarm_bits(void)
{
    return armed | tripped << 1;
}
