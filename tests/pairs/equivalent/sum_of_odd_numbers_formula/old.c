/* Sum of the first n odd numbers. */
unsigned odd_sum(unsigned n)
{
    unsigned sum = 0;
    unsigned i;

    for (i = 0; i < n; i++)
        sum += 2 * i + 1;
    return sum;
}
