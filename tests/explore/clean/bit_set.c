/* explore: --function mark
 * run: mark(31);
 * run: mark(32);
 * run: mark(0); */
static unsigned char set[4];

int mark(unsigned n)
{
    if (n < 8 * sizeof set)
        set[n / 8] |= (unsigned char)(1u << n % 8);
    return set[0];
}
