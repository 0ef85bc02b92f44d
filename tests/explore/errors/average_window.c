/* explore: --function average
 * error: out-of-bounds
 * run: average(3); */
static int window[4] = {3, 5, 8, 13};

int average(unsigned start)
{
    int sum = 0;
    if (start > 3)
        return -1;
    for (unsigned i = 0; i < 2; i++)
        sum += window[start + i];
    return sum / 2;
}
