/* explore: --function release
 * error: invalid-free
 * run: release(8); */
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
    if (size >= sizeof small)
        free(buffer);
    return 0;
}
