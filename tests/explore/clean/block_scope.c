/* explore: --function largest
 * run: largest(1, 2);
 * run: largest(2, 1); */
int largest(int a, int b)
{
    int *best = &a;
    int copy = b;
    if (b > a) {
        best = &copy;
    }
    return *best;
}
