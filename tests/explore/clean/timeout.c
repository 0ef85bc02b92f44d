/* explore: --function deadline
 * run: deadline(2000000000, 65535);
 * run: deadline(-1, 5);
 * run: deadline(2147483647, 1); */
int deadline(int now, unsigned short wait)
{
    if (now < 0 || now > 2000000000)
        return 0;
    return now + wait * 1000;
}
