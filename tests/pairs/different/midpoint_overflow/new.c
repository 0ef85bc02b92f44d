/* Middle of a range of block numbers. */
unsigned middle(unsigned low, unsigned high)
{
    if (low > high)
        return high;
    return (low + high) / 2;
}
