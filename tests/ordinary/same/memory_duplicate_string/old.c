#include <stdlib.h>
#include <string.h>

char *duplicate(const char *s)
{
    char *copy;

    if (s == NULL)
        return NULL;
    copy = malloc(strlen(s) + 1);
    if (copy == NULL)
        return NULL;
    strcpy(copy, s);
    return copy;
}

char *repeat(const char *s, unsigned times)
{
    char *r;
    size_t i, n;

    if (s == NULL || times > 100 || (n = strlen(s)) > 1000)
        return NULL;
    r = malloc(n * times + 1);
    if (r == NULL)
        return NULL;
    r[0] = '\0';
    for (i = 0; i < times; i++)
        strcat(r, s);
    return r;
}
