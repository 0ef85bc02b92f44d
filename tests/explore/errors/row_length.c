/* explore: --function sum
 * error: array-length
 * run: sum(0); */
int sum(int n)
{
    int total = 0;
    if (n > 8)
        return -1;
    int values[n];
    for (int i = 0; i < n; i++)
        values[i] = i;
    for (int i = 0; i < n; i++)
        total += values[i];
    return total;
}
