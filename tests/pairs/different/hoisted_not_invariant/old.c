/* Pressure after some steps of leaking. */
unsigned drain(unsigned pressure, unsigned steps)
{
    unsigned i;

    for (i = 0; i < steps && i < 12; i++) {
        unsigned rate = pressure / 8;
        pressure -= rate;
    }
    return pressure;
}
