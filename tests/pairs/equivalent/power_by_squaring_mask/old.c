/* base to the power of exponent modulo 2^32. */
unsigned power(unsigned base, unsigned exponent)
{
    unsigned result = 1;

    while (exponent > 0) {
        if (exponent % 2 == 1)
            result = result * base;
        base = base * base;
        exponent = exponent / 2;
    }
    return result;
}
