/* explore: --function set_flag
 * run: set_flag(0, 31);
 * run: set_flag(0, 32);
 * run: set_flag(5, -1); */
unsigned set_flag(unsigned flags, int bit)
{
    if (bit < 0 || bit > 31)
        return flags;
    return flags | 1u << bit;
}
