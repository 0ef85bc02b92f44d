/* explore: --function depth
 * error: stack-overflow
 * run: depth(2); */
static int walk(int n)
{
    if (n == -1)
        return 0;
    return 1 + walk(n > 0 ? n - 2 : n);
}

int depth(signed char n)
{
    return n < 0 || n > 6 ? 0 : walk(n);
}
