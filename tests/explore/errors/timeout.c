/* explore: --function deadline
 * error: overflow
 * run: deadline(2147483647, 5); */
int deadline(int now, unsigned short wait)
{
    if (now < 0)
        return 0;
    return now + wait * 1000;
}
