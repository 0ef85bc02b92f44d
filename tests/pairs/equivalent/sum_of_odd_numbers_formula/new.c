/* Sum of the first n odd numbers. */
unsigned odd_sum(unsigned n)
{
    return n * n;
}
