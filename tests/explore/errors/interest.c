/* explore: --function interest
 * error: overflow
 * run: interest(9000000000000000000L, 90); */
long interest(long cents, int percent)
{
    if (cents < 0 || percent < 0 || percent > 100)
        return 0;
    return cents * percent / 100;
}
