/* Selection by two digits; '*' cancels. Gives the number after the second digit, else -1. */
static int have;
static int tens;

int selection(int key)
{
    if (key == '*') {
        have = 0;
        return -1;
    }
    if (key < '0' || key > '9')
        return -1;
    if (!have) {
        have = 1;
        tens = key - '0';
        return -1;
    }
    have = 0;
    return tens * 10 + key - '0';
}
