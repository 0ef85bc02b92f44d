/* explore: --function lowest
 * run: lowest(1, 5);
 * run: lowest(32, 5);
 * run: lowest(0, 0); */
int lowest(unsigned long set, int offset)
{
    unsigned long shifted = offset > 0 && offset < 64 ? set >> offset : set;
    if (shifted == 0)
        return -1;
    return __builtin_ctzl(shifted);
}
