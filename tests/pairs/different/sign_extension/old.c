/* Raw temperature from two registers. */
#include <stdint.h>

int temperature(uint8_t high, uint8_t low)
{
    return high * 256 + low;
}
