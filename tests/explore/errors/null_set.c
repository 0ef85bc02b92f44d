/* explore: --function clear
 * error: null-argument
 * run: clear(2); */
#include <string.h>

static char first[4], second[4];

int clear(int which)
{
    char *target = which == 0 ? first : which == 1 ? second : 0;
    size_t n = target ? sizeof first : 0;
    memset(target, 0, n);
    return 1;
}
