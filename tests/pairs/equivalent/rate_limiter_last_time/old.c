/* One message in ten ticks. */
#include <stdint.h>

static uint32_t last;
static int any;

int may_send(uint32_t now)
{
    if (any && now - last < 10)
        return 0;
    last = now;
    any = 1;
    return 1;
}
