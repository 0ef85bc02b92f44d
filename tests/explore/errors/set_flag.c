/* explore: --function set_flag
 * error: bad-shift
 * run: set_flag(0, 32); */
unsigned set_flag(unsigned flags, int bit)
{
    if (bit < 0 || bit > 32)
        return flags;
    return flags | 1u << bit;
}
