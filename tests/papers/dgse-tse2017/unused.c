/* A division whose result nobody uses, behind two decisions that meet nowhere else; not a figure of the paper.
 *
 * incise explore unused.c --function test --ub wrap --guide dgse
 *
 * What must come out: the division by zero, for a <= 0 and b <= 0.
 * How that is known: x and y are 0 or 1 by the signs of a and b alone. What is taken first is the true side of everything, and no path
 * that turns only one of the decisions divides by zero, so the two must be known to matter to the division.
 */
int test(int a, int b, int c)
{
    int x = 0, y = 0, r = 0;
    if (a > 0)
        x = 1;
    if (b > 0)
        y = 1;
    (void)(10 / (x + y) + 1);
    if (c > 0)
        r = 1;
    return r;
}
