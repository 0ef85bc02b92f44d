/* explore: --function louder
 * error: overflow
 * run: louder(1, 2147483647); */
int louder(unsigned char level, int change)
{
    if (change < -2147483647 || change > 2147483647)
        return level;
    int result = level + change;
    return result > 255 ? 255 : result < 0 ? 0 : result;
}
