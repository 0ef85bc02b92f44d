/* Cards that may open the door. */
#include <stdint.h>

static uint32_t words[4];

int card_allow(int card, int yes)
{
    uint32_t bit;

    if (card < 0 || card > 127)
        return -1;
    bit = UINT32_C(1) << card % 32;
    if (yes)
        words[card / 32] |= bit;
    else
        words[card / 32] &= ~bit;
    return 0;
}

int card_check(int card)
{
    if (card < 0 || card > 127)
        return 0;
    return words[card >> 6] >> (card & 31) & 1;
}
