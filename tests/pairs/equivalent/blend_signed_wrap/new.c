/* Weighted error of two sensors against a reference. */
int blend(int a, int b, int c, int k)
{
    return k * (a + b - c);
}
