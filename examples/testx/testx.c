/* The first example of [dise-pldi2011] (Fig. 1): a global that is read before it is written.
 *
 * incise explore testx.c --function testX --ub wrap
 *
 * What must come out: 2 completed paths, no errors: X > 0 with y = Y + X, and !(X > 0) with y = Y - X, where X is
 * the parameter and Y the value of the global y at the start, any int.
 * How that is known: one conditional on a free input, both sides open; Fig. 1 shows the tree.
 */
int y;

void testX(int x)
{
    if (x > 0)      /* 1 */
        y = y + x;  /* 2 */
    else            /* 3 */
        y = y - x;  /* 4 */
}                   /* 5 */
