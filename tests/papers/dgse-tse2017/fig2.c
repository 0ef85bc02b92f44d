/* [dgse-tse2017] Fig. 2: three conditionals, two errors. The numbers are the figure's lines.
 *
 * incise explore fig2.c --function Test --ub wrap --alloc succeeds
 *
 * What must come out: 8 paths, of which 4 are completed and 4 end in an error: 2 at line 13 (a - b == 0: nothing was
 * allocated) and 2 at line 14 (a - c == 0: division by zero).
 * How that is known: x, y and z are independent, so all 8 ways through lines 2 to 11 are open, and no later line
 * branches. (a, b) is (2, 2) on the 2 paths with 2T 4F, whichever way line 8 goes. (a, c) is (4, 4) on the paths with
 * 2F 8F, 2 of them; c == z < 2 <= a otherwise, or a == 2 and c == 4. The figure's table has the same errors on the
 * same paths.
 *
 * Differs from the figure: line 13 there only calls strncpy, and in C that writes nothing when a - b == 0, so it would
 * be no error. Here the first character is also written, to what strncpy returns.
 */
#include <stdlib.h>
#include <string.h>

char *s = NULL;

int Test(int x, int y, int z)
{
    int a, b, c;                          /* 0 */
    a = 4;                                /* 1 */
    if (x > 1)                            /* 2 */
        a = 2;                            /* 3 */
    if (y < 1)                            /* 4 */
        b = 0;                            /* 5 */
    else                                  /* 6 */
        b = 2;                            /* 7 */
    if (z < 2)                            /* 8 */
        c = z;                            /* 9 */
    else                                  /* 10 */
        c = 4;                            /* 11 */
    s = (char *)malloc(a - b);            /* 12 */
    *strncpy(s, "abcd", a - b) = 'A';     /* 13 */
    return 1 / (a - c);                   /* 14 */
}                                         /* 15 */
