/* First order low pass: y += (x - y) / 16, with four fractional bits. */
static struct {
    int whole;               /* floor of the output */
    unsigned frac;           /* sixteenths, 0 to 15 */
} y;

int lowpass(short x)
{
    int sum = (int)y.frac + x - y.whole;

    y.whole += sum >> 4;
    y.frac = (unsigned)sum & 15u;
    return y.whole;
}

void lowpass_set(short v)
{
    y.whole = v;
    y.frac = 0;
}
