/* explore: --function place
 * run: place(5, 9);
 * run: place(4000000000u, 0);
 * run: place(12345, 39); */
int place(unsigned n, unsigned char power)
{
    unsigned divisor = 1;
    for (int i = 0; i < power && i < 40; i++)
        divisor = divisor > 1000000 ? divisor : divisor * 10;
    return (int)(n / divisor % 10);
}
