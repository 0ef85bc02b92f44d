/* [dgse-tse2017] Fig. 4: N independent if-else blocks, N = 1 to 8, 4 unless -DN=... says otherwise.
 *
 * incise explore fig4.c --function test --ub wrap
 *
 * What must come out: 2^N completed paths (16), no errors; by dependence guidance N + 1.
 * How that is known: each block has an input of its own, so all combinations are open; after N + 1 paths every block
 * has gone both ways, and no block's result depends on another's.
 * The figure's x1 ... xN are parameters; C has no list of N parameters, so all eight are there and N blocks are.
 */
#ifndef N
#define N 4
#endif

#define BLOCK(x) \
    if ((x) > 0) \
        (x) = 1; \
    else         \
        (x) = 2;

void test(int x1, int x2, int x3, int x4, int x5, int x6, int x7, int x8)
{
    BLOCK(x1)
#if N >= 2
    BLOCK(x2)
#endif
#if N >= 3
    BLOCK(x3)
#endif
#if N >= 4
    BLOCK(x4)
#endif
#if N >= 5
    BLOCK(x5)
#endif
#if N >= 6
    BLOCK(x6)
#endif
#if N >= 7
    BLOCK(x7)
#endif
#if N >= 8
    BLOCK(x8)
#endif
}
