/* Output level of an amplifier stage; the gain is remembered. */
static long gain = 2;

void amp_gain(long g)
{
    gain = (char)g < 0 ? 0 : (char)g > 15 ? 15 : (char)g;
}

long amp_level(int input)
{
    return (long)input * gain;
}
