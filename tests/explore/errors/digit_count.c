/* explore: --function place
 * error: division-by-zero
 * run: place(5, 9); */
int place(unsigned n, unsigned char power)
{
    unsigned divisor = 1;
    for (int i = 0; i < power && i < 40; i++)
        divisor = divisor * 16;
    return (int)(n / divisor % 10);
}
