/* explore: --function width
 * run: width(0);
 * run: width(1);
 * run: width(~0u); */
int width(unsigned x)
{
    if (x == 0)
        return 0;
    return 32 - __builtin_clz(x);
}
