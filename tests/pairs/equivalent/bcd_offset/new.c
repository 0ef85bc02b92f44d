/* Two decimal digits for the clock chip. */
unsigned char to_bcd(unsigned char n)
{
    unsigned tens = (n * 103u) >> 10;

    if (n >= 100)
        return 0xff;
    return (unsigned char)(n + 6 * tens);
}
