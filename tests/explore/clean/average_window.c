/* explore: --function average
 * run: average(0);
 * run: average(2);
 * run: average(3);
 * run: average(4000000000u); */
static int window[4] = {3, 5, 8, 13};

int average(unsigned start)
{
    int sum = 0;
    if (start > 2)
        return -1;
    for (unsigned i = 0; i < 2; i++)
        sum += window[start + i];
    return sum / 2;
}
