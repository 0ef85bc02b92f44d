/* Middle one of three redundant sensors. */
static int smaller(int x, int y) { return x < y ? x : y; }
static int larger(int x, int y) { return x > y ? x : y; }

int vote(int a, int b, int c)
{
    int low = smaller(a, b);
    int high = larger(a, b);

    return larger(low, smaller(high, c));
}
