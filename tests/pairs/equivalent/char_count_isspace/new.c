/* Counts words. */
static struct { unsigned n; char gap; } words = {0, 1};

unsigned word_char(unsigned char c)
{
    switch (c) {
    case ' ': case '\t': case '\n': case '\v': case '\f': case '\r':
        words.gap = 1;
        break;
    default:
        words.n += (unsigned)words.gap;
        words.gap = 0;
    }
    return words.n;
}
