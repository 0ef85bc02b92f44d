/* explore: --function frame
 * error: misaligned
 * run: frame(2); */
#include <string.h>

static unsigned buffer[4] = {0x01020304, 0x05060708, 9, 10};

unsigned frame(unsigned char skip)
{
    const char *p = (const char *)buffer;
    unsigned value = 0;
    if (skip > 8)
        return 0;
    value = *(const unsigned *)(p + skip / 2 * 2);
    return value;
}
