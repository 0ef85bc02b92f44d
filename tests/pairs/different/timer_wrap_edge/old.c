/* Whether a delay has passed on a clock that wraps. */
#include <stdint.h>

int expired(uint32_t now, uint32_t start, uint32_t delay)
{
    return now - start >= delay;
}
