/* One message in ten ticks. */
#include <stdint.h>

int may_send(uint32_t now)
{
    static uint32_t blocked_until;
    static uint8_t active;

    if (active && blocked_until - now <= 10)
        return 0;
    blocked_until = now + 10;
    active = 1;
    return 1;
}
