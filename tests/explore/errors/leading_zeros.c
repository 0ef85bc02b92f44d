/* explore: --function width
 * error: zero-argument
 * run: width(0); */
int width(unsigned x)
{
    return 32 - __builtin_clz(x);
}
