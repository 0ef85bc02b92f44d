/* explore: --function depth
 * run: depth(2);
 * run: depth(6);
 * run: depth(-3); */
static int walk(int n)
{
    if (n == 0)
        return 0;
    return 1 + walk(n > 0 ? n - 1 : n + 1);
}

int depth(signed char n)
{
    return n < 0 || n > 6 ? 0 : walk(n);
}
