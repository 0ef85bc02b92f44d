/* explore: --function allowed
 * run: allowed(-2);
 * run: allowed(31);
 * run: allowed(0);
 * run: allowed(32); */
static unsigned mask = 0x13;

int allowed(int level)
{
    if (level < 0 || level > 31)
        return 0;
    return (mask >> level & 1u) != 0;
}
