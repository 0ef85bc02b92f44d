/* explore: --function run
 * run: run(2, 1);
 * run: run(0, 5);
 * run: run(9, 5); */
#include <stddef.h>

static int twice(int x) { return x > 1000 || x < -1000 ? 0 : 2 * x; }
static int same(int x) { return x; }

static int (*const operations[4])(int) = {twice, same, same, twice};

int run(unsigned which, int x)
{
    if (which >= 4)
        return 0;
    return operations[which](x);
}
