/* explore: --function swap
 * run: swap(1, 2, 0);
 * run: swap(1, 2, 1); */
int swap(int a, int b, int mode)
{
    int t = 0;
    if (mode == 1)
        t = a;
    if (mode == 2)
        t = b;
    a = b;
    b = t;
    return a > b ? 1 : 0;
}
