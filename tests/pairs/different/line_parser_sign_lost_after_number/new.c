/* Takes the characters of a serial line; gives 1 when a number is complete. */
static enum { IDLE, SIGN, DIGITS, NEGATIVE_DIGITS } state;
static int value;
static int result;

int feed(char c)
{
    int done = 0;

    if ('0' <= c && c <= '9') {
        if (state == IDLE)
            state = DIGITS;
        else if (state == SIGN)
            state = NEGATIVE_DIGITS;
        value = 10 * value + c - '0';
        return 0;
    }
    if (state == DIGITS || state == NEGATIVE_DIGITS) {
        result = state == DIGITS ? value : -value;
        value = 0;
        done = 1;
    }
    state = !done && c == '-' ? SIGN : IDLE;
    return done;
}

int number(void)
{
    return result;
}
