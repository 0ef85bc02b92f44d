/* Appends a decimal digit to a counter; other characters leave it alone. */
unsigned append_digit(unsigned value, char c)
{
    unsigned digit = (unsigned)c - '0';

    if (digit > 9)
        return value;
    return (value << 3) + (value << 1) + digit;
}
