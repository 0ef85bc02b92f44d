/* explore: --function peek
 * error: wild-pointer
 * run: peek(77); */
#include <stdint.h>

static int known = 3;

int peek(unsigned code)
{
    int *p = &known;
    if (code == 77)
        p = (int *)(uintptr_t)0x12345678;
    return *p;
}
