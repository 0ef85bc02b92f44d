/* N independent if-else blocks ([dgse-tse2017] Fig. 4): 2^N paths, of which N + 1 show everything. */
#include <klee/klee.h>
#include <stdio.h>

#ifndef N
#define N 4
#endif

#include "repeat.h"

static int block(int x)
{
    int y;
    if (x > 0)
        y = 1;
    else
        y = 2;
    return y;
}

int main(void)
{
    int x[N];
    klee_make_symbolic(x, sizeof x, "x");
#define BLOCK(i) printf("%d: %d\n", i, block(x[i]));
    EACH(BLOCK)
    return 0;
}
