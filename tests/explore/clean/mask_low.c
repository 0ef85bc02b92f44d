/* explore: --function low_mask
 * run: low_mask(64);
 * run: low_mask(63);
 * run: low_mask(1);
 * run: low_mask(-3); */
unsigned long low_mask(int width)
{
    if (width <= 0)
        return 0;
    if (width >= 64)
        return ~0ul;
    return (1ul << width) - 1;
}
