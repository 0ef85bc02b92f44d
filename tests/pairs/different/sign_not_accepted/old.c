/* Reads a signed number of up to four characters. */
int parse_number(const char text[4])
{
    int value = 0;
    int negative = 0;
    int i = 0;

    if (text[0] == '-' || text[0] == '+') {
        negative = text[0] == '-';
        i = 1;
    }
    for (; i < 4 && text[i] >= '0' && text[i] <= '9'; i++)
        value = value * 10 + text[i] - '0';
    return negative ? -value : value;
}
