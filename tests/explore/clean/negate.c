/* explore: --function opposite
 * run: opposite(-9223372036854775807L - 1, 0);
 * run: opposite(5, 0);
 * run: opposite(5, 1); */
long opposite(long x, int keep)
{
    if (keep)
        return x;
    if (x < -9223372036854775807L)
        return 9223372036854775807L;
    return -x;
}
