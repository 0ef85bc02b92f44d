/* explore: --function trim
 * run: trim(0);
 * run: trim(1);
 * run: trim(2);
 * run: trim(3); */
#include <string.h>

static const char *const names[3] = {"a.c", "main.c", "x"};

int trim(unsigned which)
{
    char copy[8];
    if (which > 2)
        return -1;
    strcpy(copy, names[which]);
    size_t length = strlen(copy);
    if (length > 2 && copy[length - 2] == '.')
        copy[length - 2] = '\0';
    return (int)strlen(copy);
}
