/* explore: --function lookup
 * error: use-after-free
 * run: lookup(101); */
#include <stdlib.h>

static int *cached;

static void evict(void)
{
    free(cached);

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
    if (key <= 100)
        free(cached);
    cached = NULL;
    return result;
}
