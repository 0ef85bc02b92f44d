/* At most eight pulses may be sent before the pump must rest. */
#include <stdint.h>

static uint8_t sent;

int pulse(void)
{
    if (sent >= 8)
        return 0;
    sent++;
    return 1;
}

int pulses_left(void)
{
    return 8 - sent;
}

void rest(void)
{
    sent = 0;
}
