/* Whether the press may start: nothing open, no fault, and pressure in range. */
#include <stdbool.h>

bool may_start(bool door_open, bool fault, bool two_hands, int pressure, int lowest, int highest)
{
    bool in_range = lowest <= pressure && pressure <= highest;
    bool safe = !(door_open || fault);

    return two_hands && safe && in_range;
}
