/* explore: --function fetch
 * error: null-argument
 * run: fetch(0); */
#include <string.h>

static const char *source(int n)
{
    return n > 0 ? "data" : 0;
}

int fetch(int n)
{
    char buffer[8] = "";
    const char *from = source(n);
    size_t length = from ? 5 : 0;
    memcpy(buffer, from, length);
    return buffer[0];
}
