/* Sum of the first elements of a block of nine. */
unsigned add_block(const unsigned block[9], unsigned count)
{
    unsigned sum = 0;
    unsigned i;

    if (count > 9)
        count = 9;
    for (i = 0; i + 1 < count; i += 2)
        sum += block[i] + block[i + 1];
    return sum;
}
