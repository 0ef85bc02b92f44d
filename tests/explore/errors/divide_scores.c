/* explore: --function mean
 * error: division-by-zero
 * run: mean(10, 3, 3); */
int mean(int total, int passed, int failed)
{
    if (passed < 0 || failed < 0 || passed > 1000 || failed > 1000)
        return -1;
    int n = passed - failed;
    return total / n;
}
