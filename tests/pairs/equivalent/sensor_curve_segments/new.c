/* Temperature in tenths from a raw reading by a curve of four segments. */
int celsius(int raw)
{
    if (raw >= 1000)
        return 1250;
    if (raw >= 600)
        return 500 + (raw - 600) * 750 / 400;
    if (raw >= 300)
        return 250 + (raw - 300) * 250 / 300;
    if (raw >= 100)
        return (raw - 100) * 250 / 200;
    if (raw <= 0)
        return -400;
    return -400 + raw * 400 / 100;
}
