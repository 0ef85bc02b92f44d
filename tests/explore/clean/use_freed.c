/* explore: --function total
 * run: total(-1);
 * run: total(0);
 * run: total(4); */
#include <stdlib.h>

int total(int n)
{
    int *sums = calloc(4, sizeof *sums);
    int result = 0;
    if (!sums)
        return -1;
    sums[0] = n;
    if (n < 0) {
        result = 1;
    }
    result += sums[0] != 0;
    free(sums);
    return result;
}
