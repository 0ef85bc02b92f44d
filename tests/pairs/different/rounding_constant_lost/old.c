/* Duty cycle of 16 bits in percent, rounded. */
#include <stdint.h>

unsigned to_percent(uint16_t duty)
{
    return (duty * 100u + 32767u) / 65535u;
}
