/* Digital root. */
static unsigned digits(unsigned n)
{
    unsigned sum = 0;

    for (; n != 0; n /= 10)
        sum = n % 10 + sum;
    return sum;
}

unsigned root(unsigned n)
{
    while (n > 9)
        n = digits(n);
    return n;
}
