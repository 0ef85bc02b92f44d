/* Sum of the decimal digits, with alternating weight. */
unsigned digit_sum(unsigned n)
{
    unsigned sum = 0;
    unsigned weight = 1;

    for (; n != 0;) {
        unsigned rest = n / 10;
        sum += (n - 10 * rest) * weight;
        weight = 4 - weight;
        n = rest;
    }
    return sum;
}
