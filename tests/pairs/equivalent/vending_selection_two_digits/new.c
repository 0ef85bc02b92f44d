/* Selection by two digits; '*' cancels. Gives the number after the second digit, else -1. */
#define NONE (-1)

static int pending = NONE;

int selection(int key)
{
    int result = NONE;

    if (key >= '0' && key <= '9') {
        int digit = key - '0';

        if (pending == NONE) {
            pending = digit;
        } else {
            result = pending * 10 + digit;
            pending = NONE;
        }
    } else if (key == '*') {
        pending = NONE;
    }
    return result;
}
