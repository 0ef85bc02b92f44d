/* Integer logarithm. */
int log2_floor(unsigned n)
{
    int result = 0;

    while (n > 1) {
        n = n / 2;
        result = result + 1;
    }
    return result;
}
