#include <stdbool.h>

bool blink_tick(unsigned on_ticks, unsigned off_ticks)
{
    static unsigned left = 10;
    static bool lit = false;

    if (left == 0) {
        lit = !lit;
        if (lit)
            left = on_ticks;
        else
            left = off_ticks;
    } else {
        left--;
    }
    return lit;
}
