/* Whether the press may start: nothing open, no fault, and pressure in range. */
#include <stdbool.h>

bool may_start(bool door_open, bool fault, bool two_hands, int pressure, int lowest, int highest)
{
    if (door_open || fault || !two_hands || pressure < lowest || pressure > highest)
        return false;
    return true;
}
