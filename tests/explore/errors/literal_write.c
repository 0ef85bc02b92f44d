/* explore: --function capital
 * error: read-only-write
 * run: capital(42); */
int capital(int n)
{
    char *word = "abc";
    if (n == 42)
        word[0] = 'A';
    return word[0];
}
