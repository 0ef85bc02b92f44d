/* In how many ways n steps can be climbed by one or two. */
unsigned ways(unsigned n)
{
    if (n > 8)
        n = 8;
    if (n < 2)
        return 1;
    return ways(n - 1) + ways(n - 2);
}
