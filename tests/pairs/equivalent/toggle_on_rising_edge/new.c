/* Toggles a lamp with each press. */
static unsigned s;          /* bit 0: lamp, bit 1: pressed */

int press(int level)
{
    if (level == 0) {
        s &= 1u;
    } else if (!(s & 2u)) {
        s ^= 1u;
        s |= 2u;
    }
    return (int)(s & 1u);
}
