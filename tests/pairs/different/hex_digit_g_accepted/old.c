/* Reads a hexadecimal number digit by digit; any other character starts anew. */
#include <ctype.h>

static unsigned value;

unsigned hex_feed(unsigned char c)
{
    if (isdigit(c))
        value = value << 4 | (unsigned)(c - '0');
    else if (isxdigit(c))
        value = value << 4 | (unsigned)(tolower(c) - 'a' + 10);
    else
        value = 0;
    return value;
}
