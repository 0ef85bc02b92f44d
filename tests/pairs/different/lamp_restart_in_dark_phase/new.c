/* Status lamp: three ticks on, seven ticks off. */
#include <stdbool.h>

static bool lit = true;
static int left = 3;

int lamp_tick(void)
{
    bool now = lit;

    if (--left == 0) {
        lit = !lit;
        left = lit ? 3 : 7;
    }
    return now;
}

void lamp_restart(void)
{
    left = 3;
}
