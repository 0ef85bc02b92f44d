/* explore: --function twice
 * error: overflow
 * run: twice(-4); */
int twice(int x)
{
    if (x < -1000 || x > 1000)
        return 0;
    return x << 1;
}
