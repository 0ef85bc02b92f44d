#include <stdlib.h>
#include <string.h>

char *duplicate(const char *s)
{
    size_t size;
    char *copy;

    if (!s)
        return NULL;
    size = strlen(s) + 1;
    copy = malloc(size);
    return copy ? memcpy(copy, s, size) : NULL;
}

char *repeat(const char *s, unsigned times)
{
    size_t n;
    char *r, *p;

    if (!s || times > 100)
        return NULL;
    n = strlen(s);
    if (n > 1000 || !(r = malloc(n * times + 1)))
        return NULL;
    for (p = r; times > 0; times--, p += n)
        memcpy(p, s, n);
    *p = '\0';
    return r;
}
