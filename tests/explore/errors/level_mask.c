/* explore: --function allowed
 * error: bad-shift
 * run: allowed(-2); */
static unsigned mask = 0x13;

int allowed(int level)
{
    if (level <= 0 ? level < -31 : level > 31)
        return 0;
    return (mask >> level & 1u) != 0;
}
