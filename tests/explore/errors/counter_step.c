/* explore: --function step
 * error: overflow
 * run: step(32767, 1); */
static short count;

int step(short start, int up)
{
    int wide = 2147483600 + start / 2;
    count = start;
    if (up)
        wide += 1;
    return wide;
}
