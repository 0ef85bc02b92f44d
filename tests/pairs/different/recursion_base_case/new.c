/* In how many ways n steps can be climbed by one or two. */
unsigned ways(unsigned n)
{
    unsigned before = 0, now = 1, i;

    if (n > 8)
        n = 8;
    for (i = 1; i <= n; i++) {
        unsigned next = before + now;
        before = now;
        now = next;
    }
    return n == 0 ? 0 : now;
}
