/* explore: --function distance
 * error: unrelated-pointers
 * natively: pointer pairs
 * run: distance(1, 0); */
static char first[8], second[8];

long distance(int which, unsigned i)
{
    const char *base = which == 1 ? second : first;
    if (i > 7)
        return -1;
    const char *p = first + i;
    return p - base;
}
