/* explore: --function opposite
 * error: overflow
 * run: opposite(-9223372036854775807L - 1, 0); */
long opposite(long x, int keep)
{
    if (keep)
        return x;
    return -x;
}
