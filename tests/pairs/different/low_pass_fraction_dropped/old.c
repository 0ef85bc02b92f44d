/* First order low pass: y += (x - y) / 16, with four fractional bits. */
static int y16;

int lowpass(short x)
{
    y16 += x - (y16 >> 4);
    return y16 >> 4;
}

void lowpass_set(short v)
{
    y16 = v * 16;
}
