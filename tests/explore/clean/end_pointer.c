/* explore: --function words
 * run: words(3);
 * run: words(1);
 * run: words(8);
 * run: words(9); */
static const char line[8] = "a b c d";

int words(unsigned stride)
{
    int n = 0;
    if (stride < 1 || stride > 8)
        return 0;
    for (unsigned i = 0; i < 8; i += stride)
        n += line[i] != ' ';
    return n;
}
