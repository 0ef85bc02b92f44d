/* Sum of the first elements of a block of nine. */
unsigned add_block(const unsigned block[9], unsigned count)
{
    unsigned sum = 0;
    unsigned i;

    for (i = 0; i < count && i < 9; i++)
        sum += block[i];
    return sum;
}
