/* explore: --function total
 * error: use-after-free
 * run: total(-1); */
#include <stdlib.h>

int total(int n)
{
    int *sums = calloc(4, sizeof *sums);
    int result = 0;
    if (!sums)
        return -1;
    sums[0] = n;
    if (n < 0) {
        free(sums);
    }
    result += sums[0] != 0;
    if (n >= 0)
        free(sums);
    return result;
}
