/* Puts two limits into order; says whether it had to. */
int order_pair(unsigned *low, unsigned *high)
{
    if (*low > *high) {
        unsigned kept = *low;
        *low = *high;
        *high = kept;
        return 1;
    }
    return 0;
}
