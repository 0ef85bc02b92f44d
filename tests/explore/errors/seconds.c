/* explore: --function seconds
 * error: overflow
 * run: seconds(1000000, 0, 0); */
int seconds(int hours, int minutes, int extra)
{
    if (hours < 0 || hours > 1000000)
        return -1;
    if (minutes < 0 || minutes > 59 || extra < 0 || extra > 59)
        return -1;
    return hours * 3600 + minutes * 60 + extra;
}
