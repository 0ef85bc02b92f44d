/* explore: --function frame
 * run: frame(2);
 * run: frame(3);
 * run: frame(8);
 * run: frame(9); */
#include <string.h>

static unsigned buffer[4] = {0x01020304, 0x05060708, 9, 10};

unsigned frame(unsigned char skip)
{
    const char *p = (const char *)buffer;
    unsigned value = 0;
    if (skip > 8)
        return 0;
    memcpy(&value, p + skip, sizeof value);
    return value;
}
