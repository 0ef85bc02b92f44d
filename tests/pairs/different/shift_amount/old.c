/* Packs a time of day into 16 bits, seconds in steps of two. */
#include <stdint.h>

uint16_t pack_time(unsigned hours, unsigned minutes, unsigned seconds)
{
    if (hours > 23 || minutes > 59 || seconds > 59)
        return 0xffff;
    return (uint16_t)(hours << 11 | minutes << 5 | seconds / 2);
}
