/* explore: --function checksum
 * run: checksum(5, 5);
 * run: checksum(16, 0);
 * run: checksum(3, 9); */
int checksum(unsigned char n, unsigned char used)
{
    if (n > 16 || used > n)
        return 0;
    if (used == n)
        return 1;
    unsigned char scratch[n - used];
    for (int i = 0; i < n - used; i++)
        scratch[i] = 1;
    return scratch[0];
}
