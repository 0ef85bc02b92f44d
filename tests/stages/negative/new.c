/* Constants: `return -2`, `x < -1` and `x * -3` have a sign in the dumps, `u < 4000000000` has none. */

int sign(int x, unsigned u)
{
    int y = x * -3;
    if (x < -1)
        return -2;
    if (u < 4000000000u)
        y = -6;
    return y;
}
