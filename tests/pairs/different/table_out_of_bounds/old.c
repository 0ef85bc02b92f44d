/* Gain of an amplifier step; steps out of range have none. */
static const unsigned short gains[5] = {1, 3, 10, 30, 100};

unsigned gain_of(unsigned step)
{
    if (step >= 5)
        return 0;
    return gains[step];
}
