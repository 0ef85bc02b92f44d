#include <stdbool.h>

#define MAX_RETRIES 3

static int failures;
static bool locked;

bool login_result(bool ok)
{
    if (locked)
        return false;
    if (ok) {
        failures = 0;
        return true;
    }
    failures++;
    if (failures >= MAX_RETRIES)
        locked = true;
    return false;
}

int login_attempts_left(void)
{
    return MAX_RETRIES - failures;
}

void login_unlock(void)
{
    failures = 0;
    locked = false;
}
