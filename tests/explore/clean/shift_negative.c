/* explore: --function twice
 * run: twice(-4);
 * run: twice(1000);
 * run: twice(5000); */
int twice(int x)
{
    if (x < -1000 || x > 1000)
        return 0;
    return x * 2;
}
