/* explore: --function replace --leaks
 * run: replace(0);
 * run: replace(1); */
#include <stdlib.h>

static char *name;

int replace(int twice)
{
    name = malloc(4);
    if (twice) {
        free(name);
        name = malloc(8);
    }
    free(name);
    name = NULL;
    return 0;
}
