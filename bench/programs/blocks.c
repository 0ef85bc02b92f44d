/* N independent if-else blocks: 2^N paths, every condition on an input of its own. Measures forking itself. */
#include <klee/klee.h>

#ifndef N
#define N 8
#endif

int main(void)
{
    int x[N];
    int sum = 0;
    klee_make_symbolic(x, sizeof x, "x");
    for (int i = 0; i < N; i++) {
        if (x[i] > 0)
            sum += 1;
        else
            sum += 2;
    }
    return sum > 255;
}
