/* Takes the characters of a serial line; gives 1 when a number is complete. */
static int in_number;
static int negative;
static int value;
static int result;

int feed(char c)
{
    if (c >= '0' && c <= '9') {
        value = value * 10 + (c - '0');
        in_number = 1;
        return 0;
    }
    if (in_number) {
        result = negative ? -value : value;
        in_number = 0;
        value = 0;
        negative = c == '-';
        return 1;
    }
    negative = c == '-';
    return 0;
}

int number(void)
{
    return result;
}
