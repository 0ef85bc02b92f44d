/* Reads a hexadecimal number digit by digit; any other character starts anew. */
static unsigned value;

static int digit(unsigned char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    if (c >= 'a' && c <= 'g')
        return c - 'a' + 10;
    return -1;
}

unsigned hex_feed(unsigned char c)
{
    int d = digit(c);

    value = d < 0 ? 0 : value * 16u + (unsigned)d;
    return value;
}
