/* [dgse-tse2017] Fig. 5: two conditionals on one input. The numbers are the figure's lines.
 *
 * incise explore fig5.c --function Test --ub wrap
 *
 * What must come out: 3 completed paths, no errors.
 * How that is known: x > 1 and !(x > 0) exclude each other; the other three are met by x = 2, x = 1 and x = 0.
 */
int first_out, sec_out; /* locals in the figure; globals here, so that what is computed can be seen. */

void Test(int x)
{
    int a = 1;      /* 1 */
    int b = 2;      /* 2 */
    if (x > 1)      /* 3 */
        a = 2;      /* 4 */
    if (x > 0)      /* 5 */
        b = x;      /* 6 */
    first_out = a;  /* 7 */
    sec_out = b;    /* 8 */
}
