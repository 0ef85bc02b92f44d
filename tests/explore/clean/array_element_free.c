/* explore: --function drop
 * run: drop(0);
 * run: drop(1);
 * run: drop(5); */
#include <stdlib.h>

int drop(unsigned which)
{
    int *block = malloc(3 * sizeof *block);
    if (!block)
        return -1;
    int *item[3] = {block, block + 1, block + 2};
    int *first = item[which % 3];
    *first = 1;
    free(item[0]);
    return 0;
}
