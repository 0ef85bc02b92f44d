/* explore: --function tail
 * run: tail(0, 2);
 * run: tail(1, 3);
 * run: tail(1, 0); */
#include <stddef.h>

static const char text[4] = "abc";

long tail(int known, unsigned char n)
{
    const char *start = known ? text : NULL;
    if (n == 0 || n > 3 || !start)
        return 0;
    const char *p = start + n;
    return p != start;
}
