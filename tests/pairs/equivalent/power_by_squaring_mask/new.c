/* base to the power of exponent modulo 2^32. */
unsigned power(unsigned base, unsigned exponent)
{
    unsigned result = 1;

    for (; exponent != 0; exponent >>= 1, base *= base)
        if (exponent & 1u)
            result *= base;
    return result;
}
