/* Number of decimal digits. */
int digits(unsigned n)
{
    int result = 1;

    n /= 10;
    while (n > 0) {
        result++;
        n /= 10;
    }
    return result;
}
