/* explore: --function has_zero
 * error: uninitialised
 * run: has_zero(1); */
int has_zero(int n)
{
    int seen[4];
    if (n < 1 || n > 4)
        return 0;
    for (int i = 0; i < n; i++)
        seen[i] = i - 2;
    for (int i = 0; i < 4; i++)
        if (seen[i] == 0)
            return 1;
    return 0;
}
