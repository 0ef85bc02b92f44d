/* explore: --function drop
 * error: invalid-free
 * run: drop(1); */
#include <stdlib.h>

int drop(unsigned which)
{
    int *block = malloc(3 * sizeof *block);
    int *item[3] = {block, block + 1, block + 2};
    if (!block)
        return -1;
    int *first = item[which % 3];
    *first = 1;
    free(first);
    return 0;
}
