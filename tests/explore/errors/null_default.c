/* explore: --function length
 * error: null-access
 * run: length(7); */
#include <string.h>
#include <stddef.h>

static const char *unit(int kind)
{
    switch (kind) {
    case 0: return "m";
    case 1: return "kg";
    case 2: return "mol";
    default: return NULL;
    }
}

int length(int kind)
{
    return (int)strlen(unit(kind));
}
