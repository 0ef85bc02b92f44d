/* Appends a decimal digit to a counter; other characters leave it alone. */
unsigned append_digit(unsigned value, char c)
{
    if (c >= '0' && c <= '9')
        return value * 10 + (unsigned)(c - '0');
    return value;
}
