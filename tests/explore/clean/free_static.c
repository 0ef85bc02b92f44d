/* explore: --function release
 * run: release(0);
 * run: release(8);
 * run: release(9);
 * run: release(64); */
#include <stdlib.h>

static char small[8];

int release(unsigned size)
{
    if (size > 64)
        return -1;
    char *buffer = size > sizeof small ? malloc(size) : small;
    if (!buffer)
        return -1;
    buffer[0] = 1;
    if (size > sizeof small)
        free(buffer);
    return 0;
}
