/* explore: --function log_two
 * run: log_two(0);
 * run: log_two(1);
 * run: log_two(2147483647);
 * run: log_two(-1); */
int log_two(int x)
{
    if (x < 0)
        return -1;
    if (x == 0)
        return 0;
    return 31 - __builtin_clz((unsigned)x);
}
