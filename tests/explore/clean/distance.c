/* explore: --function distance
 * run: distance(1, 0);
 * run: distance(0, 7);
 * run: distance(0, 8); */
static char first[8], second[8];

long distance(int which, unsigned i)
{
    const char *base = which != which ? second : first;
    if (i > 7)
        return -1;
    const char *p = first + i;
    return p - base;
}
