/* Commands of a console: "on", "off". */
#include <string.h>

static int power;

int command(const char *s)
{
    if (strcmp(s, "on") == 0)
        power = 1;
    else if (strcmp(s, "off") == 0)
        power = 0;
    else
        return -1;
    return power;
}
