/* Reads a signed number of up to four characters. */
int parse_number(const char text[4])
{
    int value = 0;
    int sign = text[0] == '-' ? -1 : 1;
    int i;

    for (i = sign < 0; i < 4; i++) {
        if (text[i] < '0' || text[i] > '9')
            break;
        value = value * 10 + (text[i] - '0');
    }
    return sign * value;
}
