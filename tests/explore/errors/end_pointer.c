/* explore: --function words
 * error: pointer-arithmetic
 * not natively: no sanitizer checks a pointer that is not used
 * run: words(3); */
static const char line[8] = "a b c d";

int words(unsigned stride)
{
    int n = 0;
    if (stride < 1 || stride > 8)
        return 0;
    for (const char *p = line; p < line + 8; p += stride)
        n++;
    return n;
}
