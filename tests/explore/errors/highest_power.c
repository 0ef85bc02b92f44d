/* explore: --function log_two
 * error: zero-argument
 * run: log_two(0); */
int log_two(int x)
{
    if (x < 0)
        return -1;
    return 31 - __builtin_clz((unsigned)x);
}
