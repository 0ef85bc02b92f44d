/* explore: --function occupied
 * error: uninitialised
 * run: occupied(2); */
#include <stdlib.h>

int occupied(int slot)
{
    unsigned char *used = malloc(4);
    int result;
    if (!used)
        return -1;
    used[0] = 1;
    result = slot >= 0 && slot < 4 && used[slot] ? 1 : 0;
    free(used);
    return result;
}
