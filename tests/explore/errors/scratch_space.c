/* explore: --function checksum
 * error: array-length
 * run: checksum(5, 5); */
int checksum(unsigned char n, unsigned char used)
{
    if (n > 16 || used > n)
        return 0;
    unsigned char scratch[n - used];
    for (int i = 0; i < n - used; i++)
        scratch[i] = 1;
    return scratch[0];
}
