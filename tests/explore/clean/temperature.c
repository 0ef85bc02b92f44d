/* explore: --function tenths
 * run: tenths(20000.0f);
 * run: tenths(2999.0f);
 * run: tenths(-2999.9f); */
short tenths(float celsius)
{
    if (!(celsius > -3000.0f && celsius < 3000.0f))
        return 0;
    return (short)(celsius * 10.0f);
}
