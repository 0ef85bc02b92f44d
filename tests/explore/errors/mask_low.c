/* explore: --function low_mask
 * error: bad-shift
 * run: low_mask(64); */
unsigned long low_mask(int width)
{
    if (width <= 0)
        return 0;
    if (width >= 65)
        return ~0ul;
    return (1ul << width) - 1;
}
