/* explore: --function factorial
 * error: overflow
 * run: factorial(13); */
int factorial(int n)
{
    int product = 1;
    if (n > 13)
        return -1;
    for (int i = 2; i <= n; i++)
        product *= i;
    return product;
}
