/* Output level of an amplifier stage; the gain is remembered. */
static int gain = 2;

void amp_gain(int g)
{
    if (g < 0)
        g = 0;
    if (g > 15)
        g = 15;
    gain = g;
}

int amp_level(short input)
{
    return input * gain;
}
