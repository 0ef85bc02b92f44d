/* Eight blocks of a fixed pool. */
#include <stdbool.h>

static bool taken[8];

int block_alloc(void)
{
    int i = 0;

    while (i < 8 && taken[i])
        i++;
    if (i == 8)
        return -1;
    taken[i] = true;
    return i;
}

int block_free(int i)
{
    if (i < 0 || i >= 8)
        return -1;

    taken[i] = false;
    return 0;
}
