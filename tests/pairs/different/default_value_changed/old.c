/* Divisor of a serial port for a rate code. */
int baud_divisor(int rate)
{
    int divisor = 104;

    if (rate == 1)
        divisor = 208;
    else if (rate == 2)
        divisor = 104;
    else if (rate == 3)
        divisor = 52;
    return divisor;
}
