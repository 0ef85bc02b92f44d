/* Carrier is there after three good symbols, and gone after one bad. */
static int carrier, n;

int symbol(int good)
{
    if (!good) {
        carrier = 0;
        n = 0;
    } else if (!carrier) {
        if (++n == 3) {
            carrier = 1;
            n = 0;
        }
    }
    return carrier;
}
