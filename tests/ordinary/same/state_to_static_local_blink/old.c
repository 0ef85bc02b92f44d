#include <stdbool.h>

static unsigned ticks_left = 10;
static bool led_on;

bool blink_tick(unsigned on_ticks, unsigned off_ticks)
{
    if (ticks_left > 0) {
        ticks_left--;
    } else {
        led_on = !led_on;
        ticks_left = led_on ? on_ticks : off_ticks;
    }
    return led_on;
}
