/* Reads a port number of up to five digits that ends with 0; -1 if it is not one. */
int parse_port(const char text[6])
{
    int value = 0;
    int i;

    for (i = 0; i < 6; i++) {
        char c = text[i];
        if (c == '\0')
            break;
        if (c < '0' || c > '9')
            return -1;
        value = 10 * value + c - '0';
    }
    if (i == 0 || value > 65535)
        return -1;
    return value;
}
