/* Pressure after some steps of leaking. */
unsigned drain(unsigned pressure, unsigned steps)
{
    unsigned rate = pressure / 8;
    unsigned i;

    for (i = 0; i < steps && i < 12; i++)
        pressure -= pressure < rate ? pressure : rate;
    return pressure;
}
