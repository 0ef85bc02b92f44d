/* Receives a byte after a start bit (0), least significant bit first; gives it at the stop bit, else -1. */
static unsigned shift;          /* 0: idle; else data above a marker bit */

int uart_bit(int level)
{
    unsigned bit = level != 0;

    if (shift == 0) {
        shift = bit ? 0 : 0x100u;
        return -1;
    }
    if (!(shift & 1u)) {
        shift = shift >> 1 | bit << 8;
        return -1;
    }
    bit = bit ? shift >> 1 : ~0u;
    shift = 0;
    return (int)bit;
}
