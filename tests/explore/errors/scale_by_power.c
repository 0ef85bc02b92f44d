/* explore: --function scale
 * error: bad-shift
 * run: scale(-1); */
int scale(int exponent)
{
    return 3 << exponent;
}
