/* Two-point control of a pump. */
#include "config_old.h"

int running;

int pump_on(int level)
{
    if (running) {
        if (level < LOW_LEVEL - HYSTERESIS)
            running = 0;
    } else if (level > LOW_LEVEL + HYSTERESIS) {
        running = 1;
    }
    return running;
}
