/* explore: --function lowest
 * error: zero-argument
 * run: lowest(1, 5); */
int lowest(unsigned long set, int offset)
{
    unsigned long shifted = offset > 0 && offset < 64 ? set >> offset : set;
    if (set == 0)
        return -1;
    return __builtin_ctzl(shifted);
}
