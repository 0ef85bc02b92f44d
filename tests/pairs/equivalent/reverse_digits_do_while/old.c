/* The decimal digits of n in reverse. */
unsigned reverse(unsigned n)
{
    unsigned result = 0;

    while (n > 0) {
        result = result * 10 + n % 10;
        n /= 10;
    }
    return result;
}
