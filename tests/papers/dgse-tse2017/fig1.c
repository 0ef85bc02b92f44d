/* [dgse-tse2017] Fig. 1: two absolute values, one after the other. The numbers are the figure's lines.
 *
 * incise explore fig1.c --function Test --ub wrap
 *
 * What must come out: 4 completed paths, no errors; after three of them the fourth shows nothing new.
 * How that is known: two conditionals on two inputs that have nothing to do with each other.
 */
int a, b; /* 0: locals in the figure; globals here, so that what is computed can be seen. */

void Test(int x, int y)
{
    if (x > 0)  /* 1 */
        a = x;  /* 2 */
    else        /* 3 */
        a = -x; /* 4 */
    if (y > 0)  /* 5 */
        b = y;  /* 6 */
    else        /* 7 */
        b = -y; /* 8 */
}               /* 9 */
