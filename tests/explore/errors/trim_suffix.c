/* explore: --function trim
 * error: out-of-bounds
 * run: trim(2); */
#include <string.h>

static const char *const names[3] = {"a.c", "main.c", "x"};

int trim(unsigned which)
{
    char copy[8];
    if (which > 2)
        return -1;
    strcpy(copy, names[which]);
    size_t length = strlen(copy);
    if (copy[length - 2] == '.')
        copy[length - 2] = '\0';
    return (int)strlen(copy);
}
