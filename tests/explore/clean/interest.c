/* explore: --function interest
 * run: interest(9000000000000000000L, 90);
 * run: interest(1000000000000L, 100);
 * run: interest(5, -1); */
long interest(long cents, int percent)
{
    if (cents < 0 || percent < 0 || percent > 100)
        return 0;
    if (cents > 1000000000000L)
        return 0;
    return cents * percent / 100;
}
