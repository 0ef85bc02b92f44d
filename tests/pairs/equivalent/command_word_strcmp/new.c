/* Commands of a console: "on", "off". */
#include <stdbool.h>

static bool is_on;

int command(const char *s)
{
    if (s[0] != 'o')
        return -1;
    if (s[1] == 'n' && s[2] == '\0')
        is_on = true;
    else if (s[1] == 'f' && s[2] == 'f' && s[3] == '\0')
        is_on = false;
    else
        return -1;
    return is_on;
}
