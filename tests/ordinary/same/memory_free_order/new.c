#include <stdlib.h>
#include <string.h>

static void count(unsigned *into, const char *word)
{
    for (; *word; word++)
        into[(unsigned char)*word]++;
}

/* 1 if both words have the same letters, 0 if not, -1 without memory. */
int anagram(const char *a, const char *b)
{
    unsigned *ca = NULL, *cb = NULL;
    int result = -1;

    if (!a || !b)
        return 0;
    if (!(ca = calloc(256, sizeof *ca)))
        goto out;
    if (!(cb = calloc(256, sizeof *cb)))
        goto out;
    count(cb, b);
    count(ca, a);
    result = !memcmp(ca, cb, 256 * sizeof *ca);
out:
    free(cb);
    free(ca);
    return result;
}
