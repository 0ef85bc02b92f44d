/* explore: --function swap
 * error: uninitialised
 * run: swap(1, 2, 0); */
int swap(int a, int b, int mode)
{
    int t;
    if (mode == 1)
        t = a;
    if (mode == 2)
        t = b;
    a = b;
    b = t;
    return a > b ? 1 : 0;
}
