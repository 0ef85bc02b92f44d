/* explore: --function midpoint
 * error: overflow
 * run: midpoint(2000000000, 2000000001); */
int midpoint(int low, int high)
{
    if (low < 0 || high < low)
        return -1;
    return (low + high) / 2;
}
