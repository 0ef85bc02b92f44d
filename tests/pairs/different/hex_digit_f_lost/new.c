/* Value of a lower-case hexadecimal digit, -1 for others. */
int parse_nibble(char c)
{
    int value = -1;

    if ('0' <= c && c <= '9')
        value = c - '0';
    else if ('a' <= c && c < 'f')
        value = c - 87;
    return value;
}
