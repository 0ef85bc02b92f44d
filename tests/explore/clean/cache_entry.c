/* explore: --function lookup
 * run: lookup(101);
 * run: lookup(5); */
#include <stdlib.h>

static int *cached;

static void evict(void)
{
    free(cached);
    cached = NULL;
}

int lookup(int key)
{
    int result = 0;
    cached = malloc(sizeof *cached);
    if (!cached)
        return -1;
    *cached = key;
    if (key > 100)
        evict();
    if (cached)
        result = *cached;
    free(cached);
    cached = NULL;
    return result;
}
