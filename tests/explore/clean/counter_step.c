/* explore: --function step
 * run: step(32767, 1);
 * run: step(-32768, 0); */
static short count;

int step(short start, int up)
{
    int wide = 32767 + start / 2;
    count = start;
    if (up)
        wide += 1;
    return wide;
}
