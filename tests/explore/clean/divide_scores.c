/* explore: --function mean
 * run: mean(10, 3, 3);
 * run: mean(10, 0, 0);
 * run: mean(-2147483647 - 1, 1, 0); */
int mean(int total, int passed, int failed)
{
    if (passed < 0 || failed < 0 || passed > 1000 || failed > 1000)
        return -1;
    int n = passed + failed;
    if (n == 0)
        return 0;
    return total / n;
}
