/* Bubble sort of N ints: one path for each order that comparing tells apart, N! with equal neighbours left in place.
 * The result is asserted to be sorted, which no path fails. Measures chains of comparisons. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 4
#endif

int main(void)
{
    int a[N];
    klee_make_symbolic(a, sizeof a, "a");
    for (int end = N - 1; end > 0; end--) {
        for (int i = 0; i < end; i++) {
            if (a[i] > a[i + 1]) {
                int greater = a[i];
                a[i] = a[i + 1];
                a[i + 1] = greater;
            }
        }
    }
    for (int i = 0; i + 1 < N; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
