/* Output line for a packet. */
#include <stdint.h>

int route(uint16_t source, uint16_t target)
{
    if (target < 1024)
        return 0;
    return (source * 7 + target * 3) % 5;
}
