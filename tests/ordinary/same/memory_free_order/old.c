#include <stdlib.h>
#include <string.h>

/* 1 if both words have the same letters, 0 if not, -1 without memory. */
int anagram(const char *a, const char *b)
{
    unsigned *ca, *cb;
    int same;

    if (!a || !b)
        return 0;
    ca = calloc(256, sizeof *ca);
    if (!ca)
        return -1;
    cb = calloc(256, sizeof *cb);
    if (!cb) {
        free(ca);
        return -1;
    }
    for (; *a; a++)
        ca[(unsigned char)*a]++;
    for (; *b; b++)
        cb[(unsigned char)*b]++;
    same = memcmp(ca, cb, 256 * sizeof *ca) == 0;
    free(ca);
    free(cb);
    return same;
}
