/* Integer logarithm. */
int log2_floor(unsigned n)
{
    int result = -1;

    if (n == 0)
        return 0;
    do {
        n >>= 1;
        result++;
    } while (n != 0);
    return result;
}
