/* explore: --function sum
 * run: sum(0);
 * run: sum(1);
 * run: sum(8);
 * run: sum(-5); */
int sum(int n)
{
    int total = 0;
    if (n > 8 || n < 1)
        return -1;
    int values[n];
    for (int i = 0; i < n; i++)
        values[i] = i;
    for (int i = 0; i < n; i++)
        total += values[i];
    return total;
}
