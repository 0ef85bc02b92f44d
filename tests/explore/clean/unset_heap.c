/* explore: --function occupied
 * run: occupied(2);
 * run: occupied(0);
 * run: occupied(-4); */
#include <stdlib.h>

int occupied(int slot)
{
    unsigned char *used = calloc(4, 1);
    int result;
    if (!used)
        return -1;
    used[0] = 1;
    result = slot >= 0 && slot < 4 && used[slot] ? 1 : 0;
    free(used);
    return result;
}
