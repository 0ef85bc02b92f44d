/* explore: --function largest
 * error: use-after-scope
 * run: largest(1, 2); */
int largest(int a, int b)
{
    int *best = &a;
    if (b > a) {
        int copy = b;
        best = &copy;
    }
    return *best;
}
