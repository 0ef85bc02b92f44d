/* Reads a port number of up to five digits that ends with 0; -1 if it is not one. */
int parse_port(const char text[6])
{
    int value = 0;
    int ok = 1;
    int i = 0;

    while (ok && i < 6 && text[i] != '\0') {
        if (text[i] >= '0' && text[i] <= '9')
            value = value * 10 + (text[i] - '0');
        else
            ok = 0;
        i++;
    }
    if (i == 0)
        ok = 0;
    if (value > 65535)
        ok = 0;
    if (ok)
        return value;
    else
        return -1;
}
