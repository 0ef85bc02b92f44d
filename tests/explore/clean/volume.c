/* explore: --function louder
 * run: louder(1, 2147483647);
 * run: louder(255, 1000);
 * run: louder(0, -1000); */
int louder(unsigned char level, int change)
{
    if (change < -1000 || change > 1000)
        return level;
    int result = level + change;
    return result > 255 ? 255 : result < 0 ? 0 : result;
}
