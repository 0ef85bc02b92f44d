/* Numbers requests 1 to 255; 0 means "no request". */
#include <stdint.h>

static uint8_t last = UINT8_MAX;

uint8_t request_number(void)
{
    if (++last == 0)
        ++last;
    return last;
}

int is_latest(uint8_t n)
{
    return last == n;
}
