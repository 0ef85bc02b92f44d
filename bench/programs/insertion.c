/* Insertion sort of N ints: N! paths. The result is asserted to be sorted, which no path fails.
 * Measures chains of comparisons with loops whose length depends on them. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 4
#endif

int main(void)
{
    int a[N];
    klee_make_symbolic(a, sizeof a, "a");
    for (int sorted = 1; sorted < N; sorted++) {
        int inserted = a[sorted];
        int place = sorted;
        while (place > 0 && a[place - 1] > inserted) {
            a[place] = a[place - 1];
            place--;
        }
        a[place] = inserted;
    }
    for (int i = 0; i + 1 < N; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
