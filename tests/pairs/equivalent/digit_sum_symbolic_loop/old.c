/* Sum of the decimal digits, with alternating weight. */
unsigned digit_sum(unsigned n)
{
    unsigned sum = 0;
    unsigned weight = 1;

    while (n > 0) {
        sum = sum + weight * (n % 10);
        weight = weight == 1 ? 3 : 1;
        n = n / 10;
    }
    return sum;
}
