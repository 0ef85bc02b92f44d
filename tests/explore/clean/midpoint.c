/* explore: --function midpoint
 * run: midpoint(2000000000, 2000000001);
 * run: midpoint(0, 0);
 * run: midpoint(0, 2147483647); */
int midpoint(int low, int high)
{
    if (low < 0 || high < low)
        return -1;
    return low + (high - low) / 2;
}
