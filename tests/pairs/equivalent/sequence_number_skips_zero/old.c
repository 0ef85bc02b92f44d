/* Numbers requests 1 to 255; 0 means "no request". */
#include <stdint.h>

static uint8_t next = 1;

uint8_t request_number(void)
{
    uint8_t n = next++;

    if (next == 0)
        next = 1;
    return n;
}

int is_latest(uint8_t n)
{
    uint8_t last = next == 1 ? 255 : (uint8_t)(next - 1);

    return n == last;
}
