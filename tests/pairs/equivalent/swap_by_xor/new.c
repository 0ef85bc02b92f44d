/* Puts two limits into order; says whether it had to. */
int order_pair(unsigned *low, unsigned *high)
{
    if (*low <= *high)
        return 0;
    *low ^= *high;
    *high ^= *low;
    *low ^= *high;
    return 1;
}
