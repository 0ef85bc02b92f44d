/* The last three commands, newest first. */
#include <string.h>

static int last[3] = {-1, -1, -1};

void remember(int command)
{
    if (command >= 0) {
        memmove(last + 1, last, 2 * sizeof last[0]);
        last[0] = command;
    }
}

int recall(int n)
{
    return n >= 0 && n < 3 ? last[n] : -1;
}
