/* explore: --function scale
 * run: scale(20);
 * run: scale(-1);
 * run: scale(21); */
int scale(int exponent)
{
    if (exponent < 0 || exponent > 20)
        return 0;
    return 3 << exponent;
}
