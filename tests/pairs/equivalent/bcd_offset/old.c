/* Two decimal digits for the clock chip. */
unsigned char to_bcd(unsigned char n)
{
    if (n > 99)
        return 0xff;
    return (unsigned char)((n / 10) << 4 | (n % 10));
}
