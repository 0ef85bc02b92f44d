/* explore: --function tail
 * error: pointer-arithmetic null-access
 * run: tail(0, 2); */
#include <stddef.h>

static const char text[4] = "abc";

long tail(int known, unsigned char n)
{
    const char *start = known ? text : NULL;
    if (n == 0 || n > 3)
        return 0;
    const char *p = start + n;
    return p != start;
}
