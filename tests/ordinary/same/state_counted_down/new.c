#include <stdbool.h>

#define MAX_RETRIES 3

/* zero means that the terminal is locked */
static unsigned char left = MAX_RETRIES;

bool login_result(bool ok)
{
    if (left == 0)
        return false;
    if (ok)
        left = MAX_RETRIES;
    else
        left--;
    return ok;
}

int login_attempts_left(void)
{
    return left;
}

void login_unlock(void)
{
    left = MAX_RETRIES;
}
