/* explore: --function tenths
 * error: float-cast
 * run: tenths(20000.0f); */
short tenths(float celsius)
{
    if (!(celsius > -30000.0f && celsius < 30000.0f))
        return 0;
    return (short)(celsius * 10.0f);
}
