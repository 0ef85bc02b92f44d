/* explore: --function peek
 * run: peek(77);
 * run: peek(1); */
#include <stdint.h>

static int known = 3;

int peek(unsigned code)
{
    int *p = &known;
    if (code == 77)
        p = &known;
    return *p;
}
