/* Tickets of a queue. */
#include <stdint.h>

static uint8_t next, serving;

int ticket_take(void)
{
    if ((uint8_t)(next - serving) == 200)
        return -1;
    return next++;
}

int ticket_call(void)
{
    if (next == serving)
        return -1;
    return serving++;
}
