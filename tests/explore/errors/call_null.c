/* explore: --function run
 * error: bad-call null-access
 * run: run(2, 1); */
#include <stddef.h>

static int twice(int x) { return x > 1000 || x < -1000 ? 0 : 2 * x; }
static int same(int x) { return x; }

static int (*const operations[4])(int) = {twice, same, NULL, twice};

int run(unsigned which, int x)
{
    if (which >= 4)
        return 0;
    return operations[which](x);
}
