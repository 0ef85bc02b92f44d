/* explore: --function factorial
 * run: factorial(12);
 * run: factorial(0);
 * run: factorial(-4);
 * run: factorial(13); */
int factorial(int n)
{
    int product = 1;
    if (n > 12)
        return -1;
    for (int i = 2; i <= n; i++)
        product *= i;
    return product;
}
