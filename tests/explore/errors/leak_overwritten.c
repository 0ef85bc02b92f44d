/* explore: --function replace --leaks
 * error: memory-leak
 * run: replace(1); */
#include <stdlib.h>

static char *name;

int replace(int twice)
{
    name = malloc(4);
    if (twice) {
        name = malloc(8);
    }
    free(name);
    name = NULL;
    return 0;
}
