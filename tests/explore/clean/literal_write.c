/* explore: --function capital
 * run: capital(42);
 * run: capital(0); */
int capital(int n)
{
    char word[] = "abc";
    if (n == 42)
        word[0] = 'A';
    return word[0];
}
