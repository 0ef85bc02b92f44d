/* Remembers the name of the device, at most seven characters. */
#include <string.h>

static char name[8] = "none";

int name_set(const char *s)
{
    size_t n = strlen(s);

    if (n == 0 || n > 7)
        return -1;
    memcpy(name, s, n + 1);
    return (int)n;
}

char name_at(unsigned i)
{
    return i < sizeof name ? name[i] : 0;
}
