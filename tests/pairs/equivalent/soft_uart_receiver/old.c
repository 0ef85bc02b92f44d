/* Receives a byte after a start bit (0), least significant bit first; gives it at the stop bit, else -1. */
static int n = -1;
static unsigned value;

int uart_bit(int level)
{
    int result = -1;

    if (n < 0) {
        if (!level) {
            n = 0;
            value = 0;
        }
    } else if (n < 8) {
        value |= (level ? 1u : 0u) << n;
        n++;
    } else {
        if (level)
            result = (int)value;
        n = -1;
    }
    return result;
}
