/* Digital root. */
unsigned root(unsigned n)
{
    while (n >= 10) {
        unsigned sum = 0;

        while (n > 0) {
            sum += n % 10;
            n /= 10;
        }
        n = sum;
    }
    return n;
}
