/* explore: --function seconds
 * run: seconds(100000, 59, 59);
 * run: seconds(0, 0, 0);
 * run: seconds(-1, 0, 0); */
int seconds(int hours, int minutes, int extra)
{
    if (hours < 0 || hours > 100000)
        return -1;
    if (minutes < 0 || minutes > 59 || extra < 0 || extra > 59)
        return -1;
    return hours * 3600 + minutes * 60 + extra;
}
